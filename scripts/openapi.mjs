import { writeFileSync } from 'node:fs';

// Writes the examples that the service ships, and docs/openapi.json. Runs on what `tsc` has compiled into build/.
const root = new URL('../', import.meta.url);
const from = process.argv[2] ?? 'build';
const compiled = (path) =>
  import(new URL(`${from}/test/adapters/inbound/http/openapi/${path}`, root));
const write = (path, json, indent) =>
  writeFileSync(new URL(path, root), `${JSON.stringify(json, null, indent)}\n`);

const { recordExamples } = await compiled('record-examples.js');
const { committedDocument } = await compiled('committed-document.js');

const examples = await recordExamples();
write('src/adapters/inbound/http/openapi/examples.json', examples, 2);
// It is in the package, where each space of the indentation takes 60 kB.
write('docs/openapi.json', committedDocument(examples), 1);
