import { readFileSync, writeFileSync } from 'node:fs';

// Writes docs/internals/licences.md. Runs on the code that `tsc` has compiled into build/.
const { licencesPage } = await import(
  new URL('../build/test/documents/licences-page.js', import.meta.url)
);
writeFileSync(
  'docs/internals/licences.md',
  licencesPage(
    readFileSync('package-lock.json', 'utf8'),
    readFileSync('scripts/bundled-packages.json', 'utf8'),
  ),
);
