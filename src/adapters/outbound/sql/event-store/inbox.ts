import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { EventInbox } from '../../../../application/ports/event-store.js';
import { singleFlight } from '../../../../application/single-flight.js';
import { subjectsOf } from '../../../../domain/events/event-subjects.js';
import { createdOf } from '../../../../domain/events/processor-event.js';
import { EventTry, newStoredEvent } from '../../../../domain/events/stored-event.js';
import { nullable } from '../../../../domain/input/primitives.js';
import type { StoreUnavailable } from '../../../../domain/payment-error.js';
import type { Database, Dialect, SqlRow, SqlValue } from '../database.js';
import { inGroups } from '../group-commit.js';
import { decodeRow } from '../rows.js';
import { checkWrites } from '../write-health.js';
import { sqlBacklog } from './backlog.js';
import {
  readHandlers,
  readNames,
  storedEventColumns,
  toShownEvent,
  writeMode,
} from './event-rows.js';
import { listSqlEvents } from './list-events.js';

type NewEvent = {
  readonly id: string;
  readonly lane: string;
  readonly created: number;
  readonly values: ReadonlyArray<SqlValue>;
};

const newEvent = (
  ...[event, receivedAt, ignoredBecause, signedWith]: Parameters<EventInbox['store']>
): NewEvent => {
  const stored = newStoredEvent(event, receivedAt, ignoredBecause ?? null, signedWith ?? null);
  const { customer, payment } = subjectsOf(event);
  const lane = stored.object_id ?? stored.id;
  const created = createdOf(event);
  return {
    id: stored.id,
    lane,
    created,
    values: [
      stored.id,
      stored.type,
      stored.object_id,
      lane,
      created,
      writeMode(event.livemode),
      stored.received_at,
      stored.state,
      stored.reason,
      stored.attempts,
      stored.state === 'pending' ? 1 : null,
      JSON.stringify(event),
      customer,
      payment,
      stored.signed_with,
    ],
  };
};

/** The values of row `index` of an insertion. */
const newRow = (index: number, { now }: Dialect): string => {
  const value = (column: number): string => `$${index * 15 + column}`;
  const first = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(value).join(', ');
  const last = [12, 13, 14, 15].map(value).join(', ');
  return `(${first}, CASE WHEN ${value(8)} = 'pending' THEN ${now(value(7))} END, ${last}, 1)`;
};

// Two transactions that insert the same events wait for each other, so they insert them in the same order. Within a lane the order
// of receipt stays, because it decides between events of the same second.
const inOrderOfLanes = (one: NewEvent, other: NewEvent): number => {
  if (one.lane !== other.lane) return one.lane < other.lane ? -1 : 1;
  return one.created - other.created;
};

/** Stores events whose ids are new, in groups, and announces them. */
const storeEvents = ({
  query,
  dialect,
  isRefusal,
  writersAtOnce,
}: Database): EventInbox['store'] => {
  const store = inGroups<NewEvent, 'stored' | 'duplicate'>({
    write: (received) => {
      const events = writersAtOnce > 1 ? received.toSorted(inOrderOfLanes) : received;
      return pipe(
        query(
          `INSERT INTO pasarela_events (
            id, type, object_id, lane, created, livemode, received_at, state, reason, attempts,
            due, next_attempt_at, body, customer, payment, signed_with, traced
          ) VALUES ${events.map((_, index) => newRow(index, dialect)).join(', ')}
          ON CONFLICT (id) DO NOTHING
          RETURNING id, ${dialect.announcement}`,
          events.flatMap(({ values }) => values),
          events.length === 1 ? 'store 1' : undefined,
        ),
        TE.map((inserted) => {
          const ids = new Set(inserted.map(({ id }) => id));
          // Of several events with one id, the first is stored.
          const stored = new Set(events.filter(({ id }) => ids.delete(id)));
          return (event) => (stored.has(event) ? 'stored' : 'duplicate');
        }),
      );
    },
    isRefusal,
    groupsAtOnce: writersAtOnce,
    lengthOf: ({ values }) => String(values[11]).length,
  });
  return (...event) => store(newEvent(...event));
};

const decodeHandlers = decodeRow(t.type({ handlers: nullable(t.string) }, 'EventTry'));
const decodeTakenBy = decodeRow(t.type({ taken_by: nullable(t.string) }, 'EventHistory'));

const toTry = (row: SqlRow): E.Either<StoreUnavailable, EventTry> =>
  pipe(
    decodeHandlers(row),
    E.flatMap(({ handlers }) => readHandlers(handlers)),
    E.flatMap((handlers) => decodeRow(EventTry)({ ...row, handlers })),
  );

const toEventWithTakers = ({ taken_by, ...row }: SqlRow) =>
  pipe(
    E.Do,
    E.bind('event', () => toShownEvent(row)),
    E.bind('taken_by', () =>
      pipe(
        decodeTakenBy({ taken_by }),
        E.flatMap((columns) => readNames(columns.taken_by)),
      ),
    ),
    E.map(({ event, ...rest }) => ({ ...event, ...rest })),
  );

/** The inbox in a database. */
export const createSqlInbox = (database: Database): EventInbox => {
  const { query } = database;

  const findEvent = (id: string) =>
    pipe(
      query(`SELECT ${storedEventColumns}, taken_by FROM pasarela_events WHERE id = $1`, [id]),
      TE.flatMapEither(([row]) =>
        row === undefined ? E.right(O.none) : pipe(toEventWithTakers(row), E.map(O.some)),
      ),
    );

  const findTries = (id: string) =>
    pipe(
      query(
        `SELECT attempt, started_at, ended_at, error, handlers FROM pasarela_event_tries
        WHERE event_id = $1 ORDER BY attempt`,
        [id],
      ),
      TE.flatMapEither(E.traverseArray(toTry)),
    );

  return {
    store: storeEvents(database),
    find: (id) =>
      pipe(
        TE.Do,
        TE.bind('event', () => findEvent(id)),
        TE.bind('tries', () => findTries(id)),
        TE.map(({ event, tries }) =>
          pipe(
            event,
            O.map((stored) => ({ ...stored, tries })),
          ),
        ),
      ),
    list: listSqlEvents(database),
    backlog: sqlBacklog(database),
    ready: singleFlight(checkWrites(database)(false)),
  };
};
