import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Logger } from '../../../application/ports/logger.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import { checkWritable } from './check-writable.js';
import { type Database, type Query, storeUnavailable } from './database.js';
import { type Migration, migrations } from './migrations.js';

/** The database was migrated by a newer version of Pasarela. `found`: the version of its schema; `known`: ours. */
export type SchemaTooNew = {
  readonly _tag: 'SchemaTooNew';
  readonly found: number;
  readonly known: number;
};

/** The versions of the schema before and after. */
type Migrated = { readonly from: number; readonly to: number };

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
export const migrateSchema = (
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

/** Opens a database and brings its schema up to date; it is closed again when that, or writing, cannot be. */
export const migratedDatabase = (
  open: TE.TaskEither<StoreUnavailable, Database>,
  logger: Pick<Logger, 'info'>,
): TE.TaskEither<
  StoreUnavailable | SchemaTooNew,
  { readonly database: Database; readonly migrated: Migrated }
> =>
  pipe(
    open,
    TE.flatMap((database) =>
      pipe(
        migrateSchema(database, logger),
        TE.tap(() => checkWritable(database)),
        TE.map((migrated) => ({ database, migrated })),
        TE.orElseFirstW(() => database.close),
      ),
    ),
  );
