import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Logger } from '../../../application/ports/logger.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import type { Database, Query } from './database.js';
import type { Migration } from './migration.js';
import { migrations } from './migrations.js';
import type { SchemaTooNew } from './schema-too-new.js';
import { storeUnavailable } from './store-unavailable.js';

/** The versions of the schema before and after. */
export type Migrated = { readonly from: number; readonly to: number };

const makeTable =
  'CREATE TABLE IF NOT EXISTS pasarela_schema (version INTEGER NOT NULL, name TEXT NOT NULL)';

const versionIn = (query: Query): TE.TaskEither<StoreUnavailable, number> =>
  pipe(
    query('SELECT COALESCE(MAX(version), 0) AS version FROM pasarela_schema'),
    TE.flatMap(([row]) =>
      typeof row?.['version'] === 'number'
        ? TE.right(row['version'])
        : TE.left(storeUnavailable(new Error('the version of the schema cannot be read'))),
    ),
  );

/**
 * Brings the schema up to this version of Pasarela: every step or none, and one instance at a time. A schema that is
 * newer than this is left alone, and refused.
 */
export const migrate = (
  { dialect, query: ask, schemaChange }: Database,
  logger: Pick<Logger, 'info'>,
  steps: ReadonlyArray<Migration> = migrations,
): TE.TaskEither<StoreUnavailable | SchemaTooNew, Migrated> => {
  const apply = (query: Query, { name, statements }: Migration, version: number) =>
    pipe(
      statements(dialect),
      TE.traverseSeqArray((statement) => query(statement)),
      TE.flatMap(() =>
        query('INSERT INTO pasarela_schema (version, name) VALUES ($1, $2)', [version, name]),
      ),
    );

  const waiting = (): void => logger.info('waits for another process that changes the schema');

  const change = schemaChange(waiting)((query) =>
    pipe(
      query(makeTable),
      TE.flatMap(() => versionIn(query)),
      TE.filterOrElseW(
        (found) => found <= steps.length,
        (found): SchemaTooNew => ({ _tag: 'SchemaTooNew', found, known: steps.length }),
      ),
      TE.tap((from) =>
        pipe(
          steps.slice(from),
          TE.traverseSeqArrayWithIndex((index, step) => apply(query, step, from + index + 1)),
        ),
      ),
      TE.map((from) => ({ from, to: steps.length })),
    ),
  );

  // Where there is nothing to change, nobody is waited for, and whoever starts need not be allowed to change it.
  return pipe(
    versionIn(ask),
    TE.matchE(
      () => change,
      (from) => (from === steps.length ? TE.right({ from, to: from }) : change),
    ),
  );
};
