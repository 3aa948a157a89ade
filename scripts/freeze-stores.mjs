import { readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

// Bundles the SQL stores as they are now into one file, with which the tests of later versions share a database (ADR 27). The
// release runs it: `npm run freeze-stores`.
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

await build({
  stdin: {
    contents: [
      "export { openSqlite } from './src/adapters/outbound/sqlite/open-sqlite.js';",
      "export { openPostgres } from './src/adapters/outbound/postgres/open-postgres.js';",
      "export { byCallersClock } from './src/adapters/outbound/postgres/database.js';",
      "export { openSqlStores } from './src/adapters/outbound/sql/open-stores.js';",
      "export { createSqlEventStore } from './src/adapters/outbound/sql/event-store.js';",
      "export { createSqlIdempotencyStore } from './src/adapters/outbound/sql/idempotency-store.js';",
      "export { migrateSchema } from './src/adapters/outbound/sql/migrate.js';",
      "export { migrations } from './src/adapters/outbound/sql/migrations.js';",
    ].join('\n'),
    resolveDir: '.',
    loader: 'ts',
  },
  outfile: 'test/support/stores/previous-release.mjs',
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  charset: 'utf8',
  alias: { 'fp-ts/lib': 'fp-ts/es6', 'io-ts': 'io-ts/es6/index.js' },
  external: ['libsql', 'pg'],
  banner: {
    js: `// The SQL stores of pasarela ${version}, by scripts/freeze-stores.mjs. Not to be edited.`,
  },
});

// The frozen stores have all functions again.
const test = 'test/support/stores/previous-release.ts';
writeFileSync(
  test,
  readFileSync(test, 'utf8').replace(
    /(const otherClauses: ReadonlyArray<string> = )\[[\s\S]*?\n\];/,
    '$1[];',
  ),
);
