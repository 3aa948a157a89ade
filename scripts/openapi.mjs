import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Writes the examples that the service ships, and docs/openapi.json. Runs on what `tsc` has compiled into build/.
const root = new URL('../', import.meta.url);
const from = process.argv[2] ?? 'build';
const compiled = (path) =>
  import(new URL(`${from}/test/adapters/inbound/http/openapi/${path}`, root));

const { recordExamples } = await compiled('record-examples.js');
const { committedDocument } = await compiled('committed-document.js');

const examples = await recordExamples();

const module = new URL('src/adapters/inbound/http/openapi/examples.ts', root);
writeFileSync(
  module,
  `import type { Example } from './example.js';

/** Requests and what the service answered them on the in-memory processor. Written by \`npm run openapi\`. */
export const examples: ReadonlyArray<Example> = ${JSON.stringify(examples, null, 2)};
`,
);
const format = spawnSync(
  process.execPath,
  ['node_modules/@biomejs/biome/bin/biome', 'format', '--write', fileURLToPath(module)],
  { cwd: fileURLToPath(root), stdio: 'inherit' },
);

mkdirSync(new URL('docs/', root), { recursive: true });
writeFileSync(
  new URL('docs/openapi.json', root),
  `${JSON.stringify(committedDocument(examples), null, 2)}\n`,
);
process.exitCode = format.status ?? 1;
