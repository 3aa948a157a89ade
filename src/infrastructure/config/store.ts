import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { describePostgres } from '../../adapters/outbound/postgres/url.js';
import { describeSqlite } from '../../adapters/outbound/sqlite/open-sqlite.js';
import type { Checked } from '../../application/checked-input.js';
import type { Environment } from './environment.js';
import type { ProcessorConfig } from './processor.js';
import { decodeVariable } from './variables.js';

/** Where events and idempotency keys are stored. */
export type StoreConfig =
  | { readonly kind: 'memory' }
  /** SQLite. `createsFolder`: missing folders of `path` are created. */
  | { readonly kind: 'file'; readonly path: string; readonly createsFolder?: boolean }
  /** `url` may hold a password. `poolSize`: the most connections, without the one that listens. */
  | { readonly kind: 'postgres'; readonly url: string; readonly poolSize: number };

/** The store that `DATABASE_URL` names; by default in memory with the in-memory processor, and in a file otherwise. */
export const decodeStore = (
  env: Environment,
  processor: Checked<ProcessorConfig>,
): Checked<StoreConfig> =>
  pipe(
    decodeVariable(env, 'DATABASE_URL'),
    E.flatMap((location): Checked<StoreConfig> => {
      if (location?.kind === 'postgres') {
        return pipe(
          decodeVariable(env, 'DATABASE_POOL_SIZE'),
          E.map((poolSize) => ({ ...location, poolSize })),
        );
      }
      if (location !== undefined) return E.right(location);
      return E.isRight(processor) && processor.right.kind === 'memory'
        ? E.right({ kind: 'memory' })
        : pipe(
            decodeVariable(env, 'DATA_DIR'),
            E.map((folder) => ({
              kind: 'file',
              path: join(folder, 'pasarela.db'),
              createsFolder: true,
            })),
          );
    }),
  );

/** The store as messages name it: never with a user or a password. */
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
