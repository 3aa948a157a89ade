import { writeFileSync } from 'node:fs';

// Writes .env.example and the tables of docs/configuration.md. Runs on the code that `tsc` has compiled into build/.
const { variableDocuments } = await import(
  new URL('../build/test/infrastructure/config/variable-documents.js', import.meta.url)
);
for (const [path, text] of Object.entries(await variableDocuments())) writeFileSync(path, text);
