import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { byCallersClock } from '../../../src/adapters/outbound/postgres/database.js';
import type { openPostgres } from '../../../src/adapters/outbound/postgres/open-postgres.js';
import type { Change, Database, Query } from '../../../src/adapters/outbound/sql/database.js';
import { createSqlEventStore } from '../../../src/adapters/outbound/sql/event-store.js';
import { createSqlIdempotencyStore } from '../../../src/adapters/outbound/sql/idempotency-store.js';
import type { migrateSchema } from '../../../src/adapters/outbound/sql/migrate.js';
import type { migrations } from '../../../src/adapters/outbound/sql/migrations.js';
import type { openSqlite } from '../../../src/adapters/outbound/sqlite/open-sqlite.js';
import type { TestFramework } from '../../../src/contract/test-framework.js';

type PreviousRelease = {
  readonly openSqlite: typeof openSqlite;
  readonly openPostgres: typeof openPostgres;
  readonly byCallersClock: typeof byCallersClock;
  readonly createSqlEventStore: typeof createSqlEventStore;
  readonly createSqlIdempotencyStore: typeof createSqlIdempotencyStore;
  readonly migrateSchema: typeof migrateSchema;
  readonly migrations: typeof migrations;
};

const bundled: PreviousRelease = await import(
  new URL('../../../../test/support/stores/previous-release.mjs', import.meta.url).href
);

const countedBy =
  (query: Query): Change =>
  (sql, ...more) =>
    pipe(
      query(`${sql} RETURNING 1`, ...more),
      TE.map(({ length }) => length),
    );

// A database of the previous release does not look for room on its disk, and counts no rows.
const ofToday = (
  database: Omit<Database, 'hasRoom' | 'change' | 'changeWithoutSync'>,
): Database => ({
  hasRoom: () => TE.right(undefined),
  change: countedBy(database.query),
  changeWithoutSync: countedBy(database.queryWithoutSync),
  ...database,
});

/**
 * The SQL stores of the previous release, as `scripts/freeze-stores.mjs` bundled them. Functions that a store did not have then
 * are those of this version.
 */
export const previousRelease: PreviousRelease = {
  ...bundled,
  createSqlEventStore: (database) => ({
    ...createSqlEventStore(ofToday(database)),
    ...bundled.createSqlEventStore(database),
  }),
  createSqlIdempotencyStore: (database) => ({
    ...createSqlIdempotencyStore(ofToday(database)),
    ...bundled.createSqlIdempotencyStore(database),
  }),
};

// Clauses that the frozen stores cannot pass yet. A release, which freezes them again, empties this list.
const otherClauses: ReadonlyArray<string> = [
  'marks an event as superseded by a newer one that some of its handlers have handled',
  'marks an event as superseded by a newer one that some handlers had when their process died',
  'marks an event of an intent as superseded by its success or cancellation, whatever their created, never the other way',
  'returns fewer events on a page when they are large, but always one, and has more',
  'erases events that name the customer only inside other objects',
  'keeps no mode of an event that has none',
  'keeps an answer as long as it says',
  'keeps the answer of an operator as long as it says',
  'reports an expired answer to the same request, and changes nothing',
  'takes an expired answer over as a doubt, which nobody else gets',
  'remembers when a new key was first seen',
  'reports an expired refusal with its text, unless the outcome was ever unknown',
  'deletes answers in the order in which they end',
  'refusals lists the refusals of a time, the oldest first, and no success',
  'an answer of an operator is no refusal unless it says so',
  'forgetRefusal leaves successes, keys in progress and later answers',
  'forgetRefusal of a refusal puts a key back into doubt, as it was, if it was in doubt',
  'forgetRefusal of a possible refusal puts a key back into doubt, as it was, if it was in doubt',
  'a key whose lease expired is in doubt again after its refusal is forgotten',
  'an answer to a key that was in doubt leaves no summary unless it is a refusal',
  'a settled refusal of a key leaves it in doubt when it is forgotten',
  'a summary is stored with a new key, and a repetition does not replace it',
  'a key without a summary has none',
  'a key that is taken over and has no summary gets that of the repetition',
  'a key whose expired answer is taken over gets the summary of the repetition, and is looked up',
  'reports an expired answer under an unknown secret, to requests for the same operation',
  'takes an expired answer under an unknown secret over, and keeps its fingerprint and no summary',
  'answers SecretUnknown for an expired answer under a former scope',
  'unsettled finds keys by their derived keys',
  'a look-up is due for keys in doubt, the oldest first, and not for leased or answered keys',
  'a lease that runs keeps its key from look-ups',
  'the pauses between the look-ups of a key double, up to the longest',
  'a key that was never looked up comes before those that were',
  'one look-up has its turn at a time, by all instances together',
  'a clock that was ahead does not stop the look-ups',
];

// About the order of calls in one instance.
const clausesOfOneInstance: ReadonlyArray<string> = [
  'concludes many events together, each with its own outcome, and none twice',
];

/** The framework without the clauses of the contracts that are newer than the previous release, or about one instance. */
export const forBothReleases = (framework: TestFramework): TestFramework => ({
  ...framework,
  it: Object.assign(
    (name: string, body: () => Promise<void>) =>
      [...otherClauses, ...clausesOfOneInstance].includes(name)
        ? undefined
        : framework.it(name, body),
    { skip: framework.it.skip },
  ),
});

/** Passes the calls to one and the other in turn. */
export const inTurn = <A extends object>(one: A, other: A): A => {
  let turn = 0;
  return new Proxy(one, {
    get: (_one, name) =>
      name in one
        ? (...args: ReadonlyArray<unknown>): unknown => {
            turn += 1;
            const called: unknown = Reflect.get(turn % 2 === 0 ? one : other, name);
            return typeof called === 'function' ? Reflect.apply(called, undefined, args) : called;
          }
        : undefined,
  });
};
