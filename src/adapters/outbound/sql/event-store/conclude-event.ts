import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { type EventQueue, keptTries } from '../../../../application/ports/event-store.js';
import type { StoreUnavailable } from '../../../../domain/payment-error.js';
import type { Database, Dialect, Query, SqlRow, SqlValue, Statement } from '../database.js';
import { inGroups } from '../group-commit.js';
import { decodeRow, storableText } from '../rows.js';
import type { ClaimAfter } from './claim-events.js';
import { writeList } from './event-rows.js';

type Try = Parameters<EventQueue['conclude']>[1];
type Conclusion = { readonly id: string; readonly ended: Try };

/** The state of an event afterwards, the error or the reason, and the seconds until its next attempt. */
const changeOf = ({ outcome, endedAt }: Try): readonly [SqlValue, SqlValue, SqlValue] => {
  switch (outcome._tag) {
    case 'Handled':
      return ['handled', null, null];
    case 'Ignored':
      return ['ignored', storableText(outcome.reason), null];
    case 'Failed': {
      const { nextAttemptAt } = outcome;
      const error = storableText(outcome.error);
      return nextAttemptAt === null
        ? ['dead', error, null]
        : ['pending', error, nextAttemptAt - endedAt];
    }
  }
};

const columnTypes = ['TEXT', 'TEXT', 'BIGINT', 'TEXT', 'TEXT', 'BIGINT', 'INTEGER', 'TEXT'];

const valuesOf = ({ id, ended }: Conclusion): ReadonlyArray<SqlValue> => {
  const { owner, endedAt, takenBy } = ended;
  const known = takenBy === undefined ? 0 : 1;
  return [id, owner, endedAt, ...changeOf(ended), known, writeList(takenBy ?? [])];
};

/** Rows of placeholders. The types in the first row are those of the columns. */
const rowsOf = (types: ReadonlyArray<string>, count: number): string =>
  Array.from({ length: count }, (_row, row) => {
    const columns = types.map((type, column) => {
      const value = `$${row * types.length + column + 1}`;
      return row === 0 ? `CAST(${value} AS ${type})` : value;
    });
    return `(${columns.join(', ')})`;
  }).join(', ');

/** Other instances need to know of an event that waits, and of a lane that is free for its next event. */
const concludeSome = (count: number, { now, announcement }: Dialect): string => `
  UPDATE pasarela_events SET
    owner = NULL,
    state = ended.column4,
    due = CASE WHEN ended.column6 IS NULL THEN NULL ELSE 0 END,
    next_attempt_at = ${now('ended.column3')} + ended.column6,
    replayed_after = CASE WHEN ended.column4 IN ('handled', 'ignored') THEN NULL ELSE replayed_after END,
    handled_at = CASE WHEN ended.column4 = 'handled' OR (handled_at IS NULL AND ended.column8 IS NOT NULL) THEN ended.column3
      ELSE handled_at END,
    last_error = CASE ended.column4 WHEN 'handled' THEN NULL WHEN 'ignored' THEN last_error ELSE ended.column5 END,
    reason = CASE WHEN ended.column4 = 'ignored' THEN ended.column5 ELSE reason END,
    taken_by = CASE WHEN ended.column4 = 'handled' THEN NULL WHEN ended.column7 = 1 THEN ended.column8 ELSE taken_by END
  FROM (VALUES ${rowsOf(columnTypes, count)}) AS ended
  WHERE pasarela_events.id = ended.column1 AND pasarela_events.owner = ended.column2
  RETURNING id, attempts, CASE WHEN due = 0 OR EXISTS (
    SELECT 1 FROM pasarela_events AS next WHERE next.lane = pasarela_events.lane AND next.due = 1
  ) THEN ${announcement} END`;

const decodeConcluded = decodeRow(t.type({ id: t.string, attempts: t.number }, 'EventAttempts'));

type Attempt = { readonly attempt: number; readonly of: Conclusion };

const isTry = ({ ended }: Conclusion): boolean => ended.outcome._tag !== 'Ignored';

// For few numbers of events, so that a database keeps few plans.
const nameFor = (statement: string, { length }: ReadonlyArray<unknown>): string | undefined =>
  length === 1 ? `${statement} 1` : undefined;

const tryTypes = ['TEXT', 'TEXT', 'BIGINT', 'BIGINT', 'TEXT', 'TEXT'];

const tryValues = ({ id, ended }: Conclusion): ReadonlyArray<SqlValue> => {
  const { owner, outcome, startedAt, endedAt, handlers = [] } = ended;
  const error = outcome._tag === 'Failed' ? storableText(outcome.error) : null;
  return [id, owner, startedAt, endedAt, error, writeList(handlers)];
};

/** Stores the attempts whose owners have their leases, and locks these events: so they still have them when they are concluded. */
const keepTries = (count: number, { rowLock }: Dialect): string => `
  INSERT INTO pasarela_event_tries (event_id, attempt, started_at, ended_at, error, handlers)
  SELECT tried.id, tried.attempts, ended.column3, ended.column4, ended.column5, ended.column6
  FROM (VALUES ${rowsOf(tryTypes, count)}) AS ended
  JOIN pasarela_events AS tried ON tried.id = ended.column1 AND tried.owner = ended.column2
  ${rowLock.wait}`;

const dropOldTries = `
  DELETE FROM pasarela_event_tries WHERE event_id = $1 AND attempt <= (
    SELECT attempt FROM pasarela_event_tries WHERE event_id = $1
    ORDER BY attempt DESC LIMIT 1 OFFSET ${keptTries}
  )`;

/** The statements that conclude events with different ids. The last one returns those whose owners still had their leases. */
const statementsFor = (
  dialect: Dialect,
  conclusions: ReadonlyArray<Conclusion>,
): ReadonlyArray<Statement> => {
  const tried = conclusions.filter(isTry);
  const tries: Statement = [
    keepTries(tried.length, dialect),
    tried.flatMap(tryValues),
    nameFor('try', tried),
  ];
  return [
    ...(tried.length === 0 ? [] : [tries]),
    [
      concludeSome(conclusions.length, dialect),
      conclusions.flatMap(valuesOf),
      nameFor('conclude', conclusions),
    ],
  ];
};

/** The conclusions that were stored, with their attempts. */
const storedIn = (
  rows: ReadonlyArray<SqlRow>,
  conclusions: ReadonlyArray<Conclusion>,
): E.Either<StoreUnavailable, ReadonlyArray<Attempt>> =>
  pipe(
    rows,
    E.traverseArray(decodeConcluded),
    E.map((concluded) => new Map(concluded.map(({ id, attempts }) => [id, attempts]))),
    E.map((attempts) =>
      conclusions.flatMap((of) => {
        const attempt = attempts.get(of.id);
        return attempt === undefined ? [] : [{ attempt, of }];
      }),
    ),
  );

const concludeDistinct = (
  query: Query,
  last: Query,
  dialect: Dialect,
  conclusions: ReadonlyArray<Conclusion>,
): TE.TaskEither<StoreUnavailable, ReadonlyArray<Attempt>> => {
  const statements = statementsFor(dialect, conclusions);
  return pipe(
    statements.map((statement, at) => (at + 1 < statements.length ? query : last)(...statement)),
    TE.sequenceArray,
    TE.flatMapEither((results) => storedIn(results.at(-1) ?? [], conclusions)),
  );
};

/** All but the first conclusion of each event. */
const repeatedIn = (conclusions: ReadonlyArray<Conclusion>): ReadonlyArray<Conclusion> => {
  const first = new Map(conclusions.toReversed().map((one) => [one.id, one]));
  return conclusions.filter((one) => first.get(one.id) !== one);
};

const concludeAll = (
  query: Query,
  last: Query,
  dialect: Dialect,
  conclusions: ReadonlyArray<Conclusion>,
): TE.TaskEither<StoreUnavailable, ReadonlyArray<Attempt>> => {
  const repeated = repeatedIn(conclusions);
  if (repeated.length === 0) return concludeDistinct(query, last, dialect, conclusions);
  const first = conclusions.filter((one) => !repeated.includes(one));
  return pipe(
    concludeDistinct(query, query, dialect, first),
    TE.flatMap((concluded) =>
      pipe(
        concludeAll(query, last, dialect, repeated),
        TE.map((more) => [...concluded, ...more]),
      ),
    ),
  );
};

/** Drops the oldest attempts of events that have many. Returns the conclusions that were stored. */
const afterConclusion =
  (query: Query) =>
  (stored: ReadonlyArray<Attempt>): TE.TaskEither<never, ReadonlySet<Conclusion>> =>
    pipe(
      stored.filter(({ attempt, of }) => attempt > keptTries && isTry(of)),
      TE.traverseSeqArray(({ of: { id } }) => query(dropOldTries, [id])),
      // The outcomes are stored: a failure would conclude them again, in vain. The next try drops what is left.
      TE.orElse(() => TE.right<never, unknown>([])),
      TE.map(() => new Set(stored.map(({ of }) => of))),
    );

/** Stores the outcomes of attempts, in groups, and announces lanes that are free for their next event. */
export const concludeSqlEvent = ({
  query,
  transaction,
  dialect,
  isRefusal,
  writersAtOnce,
}: Database): EventQueue['conclude'] => {
  const conclude = inGroups<Conclusion, boolean>({
    write: (conclusions) =>
      pipe(
        transaction((inside, last) => concludeAll(inside, last, dialect, conclusions)),
        TE.flatMap(afterConclusion(query)),
        TE.map((ended) => (conclusion) => ended.has(conclusion)),
      ),
    isRefusal,
    groupsAtOnce: writersAtOnce,
    lengthOf: ({ ended: { outcome } }) => (outcome._tag === 'Failed' ? outcome.error.length : 0),
  });
  return (id, ended) => conclude({ id, ended });
};

/** Stores the outcomes of attempts in the transaction of a claim. */
export const concludeAndClaimSqlEvents =
  (
    { query, dialect }: Database,
    { conclude, claim }: Pick<EventQueue, 'conclude' | 'claim'>,
    claimAfter: ClaimAfter,
  ): NonNullable<EventQueue['concludeAndClaim']> =>
  (ended, by) => {
    const conclusions = ended.map(([id, try_]): Conclusion => ({ id, ended: try_ }));
    if (conclusions.length === 0 || repeatedIn(conclusions).length > 0) {
      return pipe(
        ended.map((attempt) => conclude(...attempt)),
        TE.sequenceArray,
        TE.bindTo('concluded'),
        TE.bind('claimed', () => TE.fromTask(claim(by))),
      );
    }
    const statements = statementsFor(dialect, conclusions);
    return pipe(
      claimAfter(statements, by),
      TE.bindTo('step'),
      TE.bind('stored', ({ step: { results } }) =>
        pipe(
          TE.fromEither(storedIn(results[statements.length - 1] ?? [], conclusions)),
          TE.flatMap(afterConclusion(query)),
        ),
      ),
      TE.bind('claimed', ({ step }) => TE.fromTask(step.claimed)),
      TE.map(({ stored, claimed }) => ({
        concluded: conclusions.map((one) => stored.has(one)),
        claimed,
      })),
    );
  };
