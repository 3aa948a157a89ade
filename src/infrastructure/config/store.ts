import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { describePostgres, isPostgresUrl } from '../../adapters/outbound/postgres/url.js';
import { describeSqlite } from '../../adapters/outbound/sqlite/open-sqlite.js';
import { type Decoded, decodeWholeNumber, problem } from './decoders.js';
import { type Environment, readVariable } from './environment.js';
import type { ProcessorConfig } from './processor.js';

/** Where events and idempotency keys are kept. */
export type StoreConfig =
  | { readonly kind: 'memory' }
  /** SQLite. `path`: the file; what is missing of its folders is made. */
  | { readonly kind: 'file'; readonly path: string }
  /** `url` may hold a password. `poolSize`: how many connections there are at most, beside one that listens. */
  | { readonly kind: 'postgres'; readonly url: string; readonly poolSize: number };

const pathOf = (url: string): string | undefined => {
  if (!url.startsWith('file://')) return url.slice('file:'.length);
  return /^file:\/\/(?:localhost)?\//u.test(url) && URL.canParse(url)
    ? fileURLToPath(url)
    : undefined;
};

// The value is not repeated: it may hold a password.
const wrong = problem(
  'DATABASE_URL must be memory:, file:<path> or postgres://<user>@<host>/<database>',
);

const unreadable = problem(
  'DATABASE_URL cannot be read: special characters of a user or password are written as %23 for #, for example',
);

const decodePostgres = (env: Environment, url: string): Decoded<StoreConfig> =>
  pipe(
    decodeWholeNumber(env, 'DATABASE_POOL_SIZE', { from: 1, to: 1000, fallback: 10 }),
    E.map((poolSize) => ({ kind: 'postgres', url, poolSize })),
  );

const decodeDatabaseUrl = (env: Environment, url: string): Decoded<StoreConfig> => {
  if (url === 'memory:') return E.right({ kind: 'memory' });
  if (isPostgresUrl(url)) return decodePostgres(env, url);
  if (/^postgres(?:ql)?:\/\//u.test(url)) return unreadable;
  const path = url.startsWith('file:') ? pathOf(url) : undefined;
  // What SQLite takes for no file at all would be gone with the process.
  return path === undefined || ['', ':memory:'].includes(path) || path.endsWith('/')
    ? wrong
    : E.right({ kind: 'file', path });
};

/** Where events and idempotency keys are kept: as `DATABASE_URL` says; else in memory with the in-memory processor, and in a file with others. */
export const decodeStore = (
  env: Environment,
  processor: Decoded<ProcessorConfig>,
): Decoded<StoreConfig> => {
  const url = readVariable(env, 'DATABASE_URL');
  if (url !== undefined) return decodeDatabaseUrl(env, url);
  return E.isRight(processor) && processor.right.kind === 'memory'
    ? E.right({ kind: 'memory' })
    : E.right({ kind: 'file', path: join(readVariable(env, 'DATA_DIR') ?? 'data', 'pasarela.db') });
};

/** The store in the words of whoever starts the service: never with a user or a password. */
export const describeStore = (store: StoreConfig): string => {
  switch (store.kind) {
    case 'memory':
      return 'memory';
    case 'file':
      return describeSqlite(store.path);
    case 'postgres':
      return describePostgres(store.url);
  }
};
