import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { EventInbox } from '../../../../application/ports/event-store.js';
import { subjectsOf } from '../../../../domain/event-subjects.js';
import { createdOf } from '../../../../domain/processor-event.js';
import { newStoredEvent } from '../../../../domain/stored-event.js';
import type { Database } from '../database.js';

/** Keeps an event, if its id is new, and announces it. */
export const storeEvent =
  ({ query, dialect }: Database): EventInbox['store'] =>
  (event, receivedAt, ignoredBecause, signedWith) => {
    const stored = newStoredEvent(event, receivedAt, ignoredBecause ?? null, signedWith ?? null);
    const { customer, payment } = subjectsOf(event);
    const pending = stored.state === 'pending';
    return pipe(
      query(
        `INSERT INTO pasarela_events (
          id, type, object_id, lane, created, livemode, received_at, state, reason, attempts,
          due, next_attempt_at, body, customer, payment, signed_with, traced
        ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,
          ${pending ? dialect.now('$7') : 'NULL'}, $12, $13, $14, $15, 1)
        ON CONFLICT (id) DO NOTHING
        RETURNING id, ${dialect.announcement}`,
        [
          stored.id,
          stored.type,
          stored.object_id,
          stored.object_id ?? stored.id,
          createdOf(event),
          event.livemode ? 1 : 0,
          stored.received_at,
          stored.state,
          stored.reason,
          stored.attempts,
          pending ? 1 : null,
          JSON.stringify(event),
          customer,
          payment,
          stored.signed_with,
        ],
      ),
      TE.map((inserted) => (inserted.length > 0 ? 'stored' : 'duplicate')),
    );
  };
