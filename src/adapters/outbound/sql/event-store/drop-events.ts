import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as J from 'fp-ts/lib/Json.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { EventQueue } from '../../../../application/ports/event-store.js';
import { type EventSubjects, subjectsOf } from '../../../../domain/events/event-subjects.js';
import { ProcessorEvent } from '../../../../domain/events/processor-event.js';
import type { StoreUnavailable } from '../../../../domain/payment-error.js';
import type { Database, Dialect, Query, SqlRow } from '../database.js';
import { decodeRow } from '../rows.js';

/** The columns that are cleared with an event's payload. The event gets its own lane. */
const dropped = `
  state = 'dropped', reason = NULL, object_id = NULL, lane = id, customer = NULL, payment = NULL, traced = 1,
  due = NULL, next_attempt_at = NULL, owner = NULL, replayed_after = NULL, last_error = NULL, taken_by = NULL,
  body = ''`;

const decodeId = decodeRow(t.type({ id: t.string }, 'EventId'));
const decodeBody = decodeRow(t.type({ seq: t.number, body: t.string }, 'EventBody'));

const noSubjects: EventSubjects = { customer: null, payment: null };

const subjectsIn = (body: string): EventSubjects =>
  pipe(
    J.parse(body),
    O.fromEither,
    O.filter(ProcessorEvent.is),
    O.match(() => noSubjects, subjectsOf),
  );

const deleteTries = (
  query: Query,
  rows: ReadonlyArray<SqlRow>,
): TE.TaskEither<StoreUnavailable, number> =>
  pipe(
    TE.fromEither(pipe(rows, E.traverseArray(decodeId))),
    TE.map((ids) => ids.map(({ id }) => id)),
    TE.tap((ids) =>
      ids.length === 0
        ? TE.right([])
        : query(
            `DELETE FROM pasarela_event_tries
            WHERE event_id IN (${ids.map((_, index) => `$${index + 1}`).join(', ')})`,
            ids,
          ),
    ),
    TE.map((ids) => ids.length),
  );

const subjectPlaceholders = (_row: unknown, index: number): string =>
  `(CAST($${3 * index + 1} AS BIGINT), CAST($${3 * index + 2} AS TEXT), CAST($${3 * index + 3} AS TEXT))`;

/** Fills in the subjects of events that an earlier version stored without them. */
const fillInSubjects = (query: Query, limit: number): TE.TaskEither<StoreUnavailable, number> =>
  pipe(
    query('SELECT seq, body FROM pasarela_events WHERE traced = 0 ORDER BY seq LIMIT $1', [limit]),
    TE.flatMapEither(E.traverseArray(decodeBody)),
    TE.tap((rows) =>
      rows.length === 0
        ? TE.right([])
        : query(
            `UPDATE pasarela_events
            SET customer = found.column2, payment = found.column3, traced = 1
            FROM (VALUES ${rows.map(subjectPlaceholders).join(', ')}) AS found
            WHERE pasarela_events.seq = found.column1`,
            rows.flatMap(({ seq, body }) => {
              const { customer, payment } = subjectsIn(body);
              return [seq, customer, payment];
            }),
          ),
    ),
    TE.map((traced) => traced.length),
  );

const firstOfCustomer = (column: string): string => `
  SELECT ${column} FROM (
    SELECT ${column} FROM pasarela_events WHERE customer = $1 ORDER BY seq LIMIT $2
  ) AS own WHERE ${column} IS NOT NULL`;

// Refunds and disputes name only the payment. They are dropped before the customer's events of this batch, which lead to them.
const dropPaymentEvents = `
  UPDATE pasarela_events SET ${dropped} WHERE seq IN (
    SELECT seq FROM pasarela_events WHERE customer IS NULL AND payment IS NOT NULL AND payment IN (
      ${firstOfCustomer('payment')} UNION ${firstOfCustomer('object_id')}
    ) LIMIT $2
  ) RETURNING id`;

const dropCustomerEvents = `
  UPDATE pasarela_events SET ${dropped} WHERE seq IN (
    SELECT seq FROM pasarela_events WHERE customer = $1 ORDER BY seq LIMIT $2
  ) RETURNING id`;

// An instance whose clock is days ahead must not delete what the others need.
const isOld = (now: string, age: string, dialect: Dialect): string =>
  `received_at < ${dialect.now(now)} - CAST(${age} AS BIGINT)`;

/** Drops the payloads of old events, and those of a customer's events. */
export const dropSqlEvents = ({
  query,
  transaction,
  dropTraces,
  dialect,
}: Database): Pick<EventQueue, 'dropPayloads' | 'eraseCustomer' | 'purge'> => ({
  dropPayloads: (state, before, limit, now = before) =>
    transaction((inside) =>
      pipe(
        inside(
          `UPDATE pasarela_events SET ${dropped} WHERE seq IN (
            SELECT seq FROM pasarela_events WHERE state = $1 AND received_at < $2 AND ${isOld('$4', '$5', dialect)}
            ORDER BY received_at, seq LIMIT $3
          ) AND state NOT IN ('pending', 'dropped')
          RETURNING id`,
          [state, before, limit, now, now - before],
        ),
        TE.flatMap((rows) => deleteTries(inside, rows)),
      ),
    ),

  eraseCustomer: (customer, limit) =>
    pipe(
      transaction((inside) =>
        pipe(
          fillInSubjects(inside, limit),
          TE.flatMap((traced) => {
            if (traced > 0) return TE.right({ erased: 0, more: true });
            return pipe(
              inside(dropPaymentEvents, [customer, limit]),
              TE.flatMap((others) =>
                others.length > 0
                  ? TE.right(others)
                  : inside(dropCustomerEvents, [customer, limit]),
              ),
              TE.flatMap((rows) => deleteTries(inside, rows)),
              TE.map((erased) => ({ erased, more: erased > 0 })),
            );
          }),
        ),
      ),
      TE.tap(({ more }) => (more ? TE.right(undefined) : dropTraces)),
    ),

  purge: (before, limit, now = before) =>
    pipe(
      query(
        `DELETE FROM pasarela_events WHERE seq IN (
          SELECT seq FROM pasarela_events WHERE state = 'dropped' AND received_at < $1 AND ${isOld('$3', '$4', dialect)}
          ORDER BY received_at, seq LIMIT $2
        ) RETURNING id`,
        [before, limit, now, now - before],
      ),
      TE.map((forgotten) => forgotten.length),
      // Payloads are dropped just before: this is for them too.
      TE.tap((forgotten) => (forgotten < limit ? dropTraces : TE.right(undefined))),
    ),
});
