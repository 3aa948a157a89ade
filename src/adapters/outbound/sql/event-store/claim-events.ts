import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { describeCause } from '../../../../application/describe-cause.js';
import type { ClaimedEvent, EventQueue } from '../../../../application/ports/event-store.js';
import { createdOf } from '../../../../domain/events/processor-event.js';
import { nullable } from '../../../../domain/input/primitives.js';
import type { StoreUnavailable } from '../../../../domain/payment-error.js';
import { finalEventTypes } from '../../../../domain/superseded.js';
import {
  type Database,
  type Dialect,
  type Query,
  type SqlRow,
  type Statement,
  storeUnavailable,
} from '../database.js';
import { decodeRow, storableText } from '../rows.js';
import { valueList } from '../value-list.js';
import {
  type ClaimableEvent,
  findClaimableEvents,
  laneHasOlder,
  laneIsLeased,
} from './claimable-events.js';
import { readNames, storedEventColumns, toStoredEvent } from './event-rows.js';
import { holdEvents, holdsEvent, leasingLock } from './lane-locks.js';

// Few at a time: SQLite blocks the event loop, and other instances wait for the rows.
const markedAtOnce = 100;

/**
 * Marks events as due whose `next_attempt_at` has passed or whose lease has expired: a limited number. `nextDue` returns the
 * current time if there are more.
 */
const markDue = ({ now, rowLock }: Dialect): string => `
  UPDATE pasarela_events SET due = 1 WHERE +due = 0 AND +next_attempt_at <= ${now('$1')} AND seq IN (
    SELECT seq FROM pasarela_events WHERE due = 0 AND next_attempt_at <= ${now('$1')}
    ORDER BY next_attempt_at LIMIT ${markedAtOnce} ${rowLock.skip}
  )`;

const ClaimColumns = t.type(
  {
    seq: t.number,
    replayed_after: nullable(t.number),
    superseded: t.number,
    taken_by: nullable(t.string),
  },
  'EventPlace',
);
const decodeClaim = decodeRow(ClaimColumns);

const isFinal = (row: string): string =>
  `${row}.type IN (${finalEventTypes.map((type) => `'${type}'`).join(', ')})`;

// An intent has few events. Whatever a lane holds, a claim reads no more of them.
const mostOfIntent = 50;

/** Whether a newer event of the lane was handled. An event that is not final is older than a final one, whatever their `created`. */
const isSuperseded = `(
    EXISTS (
      SELECT 1 FROM pasarela_events AS newer
      WHERE newer.lane = pasarela_events.lane AND newer.handled_at IS NOT NULL
      AND newer.created > pasarela_events.created
      AND (${isFinal('newer')} OR NOT ${isFinal('pasarela_events')})
    ) OR (
      (pasarela_events.type LIKE 'payment_intent.%' OR pasarela_events.type LIKE 'setup_intent.%')
      AND NOT ${isFinal('pasarela_events')}
      AND EXISTS (
        SELECT 1 FROM (
          SELECT latest.type FROM pasarela_events AS latest
          WHERE latest.lane = pasarela_events.lane AND latest.handled_at IS NOT NULL
          ORDER BY latest.created DESC LIMIT ${mostOfIntent}
        ) AS handled
        WHERE ${isFinal('handled')}
      )
    )
  )`;

/** Leases held events that another instance may have leased, or joined with an older one of their lane, since they were found. */
const leaseAt = (dialect: Dialect, seqs: string): string => {
  const now = dialect.now('$1');
  return `
  UPDATE pasarela_events
  SET owner = $2, attempts = attempts + 1, due = 0, next_attempt_at = ${now} + $3
  WHERE +due = 1 AND +next_attempt_at <= ${now} AND seq IN (${seqs}) AND ${holdsEvent('seq', dialect)}
  AND NOT ${laneIsLeased('pasarela_events.lane', now)} AND NOT ${laneHasOlder('pasarela_events', now)}
  RETURNING ${storedEventColumns}, seq, replayed_after, taken_by, CASE WHEN ${isSuperseded} THEN 1 ELSE 0 END AS superseded`;
};

type Placed = { readonly seq: number; readonly claimed: ClaimedEvent };

const toPlaced = (row: SqlRow): E.Either<StoreUnavailable, Placed> =>
  pipe(
    E.Do,
    E.bind('columns', () => decodeClaim(row)),
    E.bind('stored', () => toStoredEvent(row)),
    E.bind('takenBy', ({ columns }) => readNames(columns.taken_by)),
    E.map(({ columns: { seq, replayed_after, superseded }, stored, takenBy }) => ({
      seq,
      claimed: {
        stored,
        attempt: stored.attempts,
        attemptInRound: stored.attempts - (replayed_after ?? 0),
        replay: replayed_after !== null,
        superseded: superseded === 1,
        takenBy,
      },
    })),
  );

/** An event that cannot be decoded. `others`: those that were leased with it. */
type Unreadable = {
  readonly _tag: 'Unreadable';
  readonly id: string;
  readonly cause: unknown;
  readonly others: ReadonlyArray<string>;
};

const readClaimed = (rows: ReadonlyArray<SqlRow>): E.Either<Unreadable, ReadonlyArray<Placed>> => {
  const readable: Array<Placed> = [];
  let problem: Pick<Unreadable, 'id' | 'cause'> | undefined;
  for (const row of rows) {
    const placed = toPlaced(row);
    if (E.isRight(placed)) readable.push(placed.right);
    else problem = { id: String(row['id']), cause: placed.left.cause };
  }
  if (problem === undefined) return E.right(readable);
  const { id } = problem;
  // The next claim finds another that cannot be decoded.
  const others = rows.map((row) => String(row['id'])).filter((other) => other !== id);
  return E.left({ _tag: 'Unreadable', ...problem, others });
};

const markDead = `
  UPDATE pasarela_events
  SET state = 'dead', due = NULL, next_attempt_at = NULL, owner = NULL, last_error = $2
  WHERE id = $1 AND state = 'pending'`;

/** Makes events due again whose handling has not begun. */
const giveBack = (now: string, ids: string): string => `
  UPDATE pasarela_events
  SET owner = NULL, attempts = attempts - 1, due = 1, next_attempt_at = ${now}
  WHERE owner = $2 AND id IN (${ids})`;

const oldestFirst = (one: Placed, other: Placed): number =>
  createdOf(one.claimed.stored.event) - createdOf(other.claimed.stored.event) ||
  one.seq - other.seq;

// More than are claimed: another instance may be claiming the first ones at the same moment.
const spare = 4;
const mostSpare = 64;
const mostRounds = 10;

type Claim = Parameters<EventQueue['claim']>[0];

/** `held`: whether any of the events could be held. */
type Leased = { readonly held: boolean; readonly rows: ReadonlyArray<SqlRow> };

/**
 * Runs statements and claims, in one transaction. `claimed` is a task because the claim may have to go on: when other instances were
 * faster, or an event cannot be decoded.
 */
export type ClaimAfter = (
  statements: ReadonlyArray<Statement>,
  claim: Claim,
) => TE.TaskEither<
  StoreUnavailable,
  {
    readonly results: ReadonlyArray<ReadonlyArray<SqlRow>>;
    readonly claimed: ReturnType<EventQueue['claim']>;
  }
>;

/**
 * Claims due events, also after other work. An event that cannot be decoded is marked dead, and the claim fails: otherwise the event
 * would block all the others. A claim reads few events, however many are due.
 */
export const claimSqlEvents = (
  database: Database,
): { readonly claim: EventQueue['claim']; readonly claimAfter: ClaimAfter } => {
  const { sharing, query, dialect } = database;
  const find = findClaimableEvents(dialect);
  // Where the walk from lane to lane begins.
  let lastLane = '';

  const search = ({ now, limit }: Claim): Statement =>
    find.statement(now, Math.max(limit, Math.min(limit * spare, mostSpare)), lastLane);

  /** The events of a search, which is repeated if some were not marked as due yet. */
  const foundIn = (
    run: Query,
    claim: Claim,
    rows: ReadonlyArray<SqlRow>,
  ): TE.TaskEither<StoreUnavailable, ReadonlyArray<ClaimableEvent>> =>
    pipe(
      TE.fromEither(find.read(rows)),
      TE.flatMap((found) =>
        found.unmarked
          ? pipe(
              run(markDue(dialect), [claim.now]),
              TE.flatMap(() => run(...search(claim))),
              TE.flatMapEither(find.read),
            )
          : TE.right(found),
      ),
      TE.map(({ claimable }) => {
        lastLane = claimable.findLast(({ walked }) => walked)?.lane ?? lastLane;
        return claimable;
      }),
    );

  const lease = (
    inside: Query,
    last: Query,
    { owner, now, leaseUntil }: Claim,
    events: ReadonlyArray<ClaimableEvent>,
    others: 'wait' | 'skip',
  ): TE.TaskEither<StoreUnavailable, Leased> => {
    const { placeholders, values } = valueList(
      events.map(({ seq }) => seq),
      4,
    );
    const hold = holdEvents(dialect, events, others);
    return pipe(
      [
        hold === undefined ? TE.right(events) : inside(...hold),
        last(
          leaseAt(dialect, placeholders),
          [now, owner, leaseUntil - now, ...values],
          `claim ${values.length}`,
        ),
      ],
      TE.sequenceArray,
      TE.map(([held = [], rows = []]) => ({ held: held.length > 0, rows })),
    );
  };

  // Batch by batch, until no other instance holds all of its partitions. If others hold all of them, it waits for one.
  const leaseFrom = (
    claim: Claim,
    events: ReadonlyArray<ClaimableEvent>,
    at: number,
  ): TE.TaskEither<StoreUnavailable, ReadonlyArray<SqlRow>> => {
    const batch = events.slice(at, at + claim.limit);
    const [some, others] =
      batch.length > 0 ? ([batch, 'skip'] as const) : ([events.slice(0, 1), 'wait'] as const);
    return pipe(
      sharing(leasingLock)((inside, last) => lease(inside, last, claim, some, others)),
      TE.flatMap(({ held, rows }) =>
        held ? TE.right(rows) : leaseFrom(claim, events, at + claim.limit),
      ),
    );
  };

  const refuse = (
    { owner, now }: Claim,
    { id, cause, others }: Unreadable,
  ): TE.TaskEither<StoreUnavailable, never> => {
    const { placeholders, values } = valueList(others, 3);
    const problem = `event ${id} could not be decoded and was marked dead`;
    return pipe(
      query(markDead, [id, storableText(describeCause(cause))]),
      TE.flatMap(() =>
        others.length === 0
          ? TE.right([])
          : query(giveBack(dialect.now('$1'), placeholders), [now, owner, ...values]),
      ),
      TE.flatMap(() => TE.left(storeUnavailable(new Error(problem, { cause })))),
    );
  };

  const claimedIn = (claim: Claim, rows: ReadonlyArray<SqlRow>): ReturnType<EventQueue['claim']> =>
    pipe(
      readClaimed(rows),
      E.matchW(
        (unreadable) => refuse(claim, unreadable),
        (placed) => TE.right(placed.toSorted(oldestFirst).map(({ claimed }) => claimed)),
      ),
    );

  // When others were faster, it looks for more.
  const claimSome = (claim: Claim, rounds: number): ReturnType<EventQueue['claim']> =>
    pipe(
      query(...search(claim)),
      TE.flatMap((rows) => foundIn(query, claim, rows)),
      TE.flatMap((found) => {
        if (found.length === 0) return TE.right([]);
        return pipe(
          leaseFrom(claim, found, 0),
          TE.flatMap((rows) =>
            rows.length > 0 || rounds === 1 ? claimedIn(claim, rows) : claimSome(claim, rounds - 1),
          ),
        );
      }),
    );

  const claim: EventQueue['claim'] = (by) => claimSome(by, mostRounds);

  return {
    claim,
    claimAfter: (statements, by) =>
      pipe(
        sharing(leasingLock)((inside, last) =>
          pipe(
            [...statements, search(by)].map((statement) => inside(...statement)),
            TE.sequenceArray,
            TE.bindTo('results'),
            TE.bind('found', ({ results }) => foundIn(inside, by, results.at(-1) ?? [])),
            TE.bind('leased', ({ found }) =>
              found.length === 0
                ? TE.right(null)
                : lease(inside, last, by, found.slice(0, by.limit), 'skip'),
            ),
          ),
        ),
        TE.map(({ results, leased }) => {
          if (leased === null) return { results, claimed: TE.right([]) };
          const { rows } = leased;
          return { results, claimed: rows.length > 0 ? claimedIn(by, rows) : claim(by) };
        }),
      ),
  };
};
