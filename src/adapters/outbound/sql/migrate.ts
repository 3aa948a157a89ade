import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { Logger } from '../../../application/ports/logger.js';
import { nullable } from '../../../domain/input/primitives.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import { checkWritable } from './check-writable.js';
import type { Database, Query } from './database.js';
import { type Migration, migrations } from './migrations.js';
import { decodeRow } from './rows.js';

/**
 * A newer version of Pasarela migrated the database, and its schema serves this version no more. `found`: the version of the
 * schema; `known`: the newest known here.
 */
export type SchemaTooNew = {
  readonly _tag: 'SchemaTooNew';
  readonly found: number;
  readonly known: number;
};

/** The version of the schema before and after. */
type Migrated = { readonly from: number; readonly to: number };

const createVersionTable =
  'CREATE TABLE IF NOT EXISTS pasarela_schema (version INTEGER NOT NULL, name TEXT NOT NULL)';

const decodeStep = decodeRow(
  t.intersection([t.type({ version: t.number }), t.partial({ serves_from: nullable(t.number) })]),
);

/** A schema in the database. `servesFrom`: the oldest version that it serves; undefined: only its own. */
type FoundSchema = { readonly version: number; readonly servesFrom: number | undefined };

const schemaIn = (query: Query): TE.TaskEither<StoreUnavailable, FoundSchema> =>
  pipe(
    // The column is missing in old schemas.
    query('SELECT * FROM pasarela_schema'),
    TE.flatMapEither(E.traverseArray(decodeStep)),
    TE.map((steps) => {
      const served = steps.flatMap(({ serves_from }) =>
        serves_from === undefined ? [] : [serves_from ?? 0],
      );
      return {
        version: Math.max(0, ...steps.map(({ version }) => version)),
        servesFrom: served.length === 0 ? undefined : Math.max(...served),
      };
    }),
  );

const isServed = ({ version, servesFrom }: FoundSchema, known: number): boolean =>
  version <= known || (servesFrom !== undefined && servesFrom <= known);

/** The schema of a database: its version, the newest known here, and whether this program can work with it. */
type SchemaVersion = { readonly found: number; readonly known: number; readonly serves: boolean };

/** Reads the version of the schema, and changes nothing. Fails where there is no schema. */
export const schemaVersion = ({
  query,
}: Pick<Database, 'query'>): TE.TaskEither<StoreUnavailable, SchemaVersion> =>
  pipe(
    schemaIn(query),
    TE.map((schema) => ({
      found: schema.version,
      known: migrations.length,
      serves: isServed(schema, migrations.length),
    })),
  );

const record = (query: Query, { name, servesFrom }: Migration, version: number) =>
  servesFrom === undefined
    ? query('INSERT INTO pasarela_schema (version, name) VALUES ($1, $2)', [version, name])
    : query('INSERT INTO pasarela_schema (version, name, serves_from) VALUES ($1, $2, $3)', [
        version,
        name,
        servesFrom,
      ]);

/**
 * Migrates the schema to this version of Pasarela: all steps or none, and only one instance at a time. A newer schema is left as
 * it is: it may serve this version too, so that a fleet is replaced one instance at a time, and back.
 */
export const migrateSchema = (
  { dialect, query: queryAlone, schemaChange }: Database,
  logger: Pick<Logger, 'info'>,
  steps: ReadonlyArray<Migration> = migrations,
): TE.TaskEither<StoreUnavailable | SchemaTooNew, Migrated> => {
  const known = steps.length;

  const apply = (query: Query, step: Migration, version: number) =>
    pipe(
      step.statements(dialect),
      TE.traverseSeqArray((statement) => query(statement)),
      TE.flatMap(() => record(query, step, version)),
    );

  const waiting = (): void =>
    logger.info('waiting for another process that is migrating the database schema');

  const checked = (schema: FoundSchema): E.Either<SchemaTooNew, number> =>
    isServed(schema, known)
      ? E.right(schema.version)
      : E.left({ _tag: 'SchemaTooNew', found: schema.version, known });

  const change = schemaChange(waiting)((query) =>
    pipe(
      query(createVersionTable),
      TE.flatMap(() => schemaIn(query)),
      TE.flatMapEither(
        (found): E.Either<StoreUnavailable | SchemaTooNew, number> => checked(found),
      ),
      TE.tap((from) =>
        pipe(
          steps.slice(from),
          TE.traverseSeqArrayWithIndex((index, step) => apply(query, step, from + index + 1)),
        ),
      ),
      TE.map((from) => ({ from, to: Math.max(from, known) })),
    ),
  );

  // A schema that is up to date, or newer, needs no lock, and no permission to change it.
  return pipe(
    schemaIn(queryAlone),
    TE.matchE(
      () => change,
      (found) =>
        found.version < known
          ? change
          : pipe(
              TE.fromEither(checked(found)),
              TE.tapIO((version) => () => {
                if (version > known) {
                  logger.info(
                    `the database schema has version ${version}, newer than the ${known} of this program, and serves it too`,
                  );
                }
              }),
              TE.map((version) => ({ from: version, to: version })),
            ),
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
