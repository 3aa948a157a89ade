import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Logger } from '../../../application/ports/logger.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import { checkWritable } from './check-writable.js';
import { type Database, type Query, storeUnavailable } from './database.js';
import { type Migration, migrations } from './migrations.js';

/** A newer version of Pasarela migrated the database. `found`: the version of its schema; `known`: the newest known here. */
export type SchemaTooNew = {
  readonly _tag: 'SchemaTooNew';
  readonly found: number;
  readonly known: number;
};

/** The version of the schema before and after. */
type Migrated = { readonly from: number; readonly to: number };

const createVersionTable =
  'CREATE TABLE IF NOT EXISTS pasarela_schema (version INTEGER NOT NULL, name TEXT NOT NULL)';

const versionIn = (query: Query): TE.TaskEither<StoreUnavailable, number> =>
  pipe(
    query('SELECT COALESCE(MAX(version), 0) AS version FROM pasarela_schema'),
    TE.flatMap(([row]) =>
      typeof row?.['version'] === 'number'
        ? TE.right(row['version'])
        : TE.left(storeUnavailable(new Error('could not read the version of the database schema'))),
    ),
  );

/**
 * Migrates the schema to this version of Pasarela: all steps or none, and only one instance at a time. Fails, and changes
 * nothing, if the schema is newer.
 */
export const migrateSchema = (
  { dialect, query: queryAlone, schemaChange }: Database,
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

  const waiting = (): void =>
    logger.info('waiting for another process that is migrating the database schema');

  const change = schemaChange(waiting)((query) =>
    pipe(
      query(createVersionTable),
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

  // An up-to-date schema needs no lock, and no permission to change it.
  return pipe(
    versionIn(queryAlone),
    TE.matchE(
      () => change,
      (from) => (from === steps.length ? TE.right({ from, to: from }) : change),
    ),
  );
};

/** Opens a database and migrates its schema. Closes it again if that fails, or if it cannot be written to. */
export const openMigrated = (
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
