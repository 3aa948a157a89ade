import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { Stripe } from 'stripe';
import type { Clock } from '../../../application/ports/clock.js';
import { List } from '../../../domain/list.js';
import { nullable } from '../../../domain/nullable.js';
import type { Attempt } from './create-attempt.js';

const CausedEvent = t.type(
  {
    id: t.string,
    request: nullable(t.partial({ idempotency_key: nullable(t.string) })),
    data: t.type({ object: t.UnknownRecord }),
  },
  'Event',
);
type CausedEvent = t.TypeOf<typeof CausedEvent>;

const page = { limit: 100, most: 3 };

// As long as Stripe keeps a key. What an older request did with the same key was another piece of work.
const keyLivesSeconds = 24 * 60 * 60;

type EventType = 'payment_intent.created' | 'payment_intent.payment_failed' | 'refund.created';

/** Finds the object of the event of this type which a request with this idempotency key has caused. */
export type FindEvent = (
  type: EventType,
  idempotencyKey: string,
) => TE.TaskEither<unknown, O.Option<{ readonly [field: string]: unknown }>>;

export const createFindEvent =
  ({ events: api }: Stripe, attempt: Attempt, clock: Clock): FindEvent =>
  (type, idempotencyKey) => {
    const from = (after: object, pages: number): ReturnType<FindEvent> =>
      pipe(
        attempt({
          name: 'listEvents',
          send: (by) =>
            api.list(
              { type, created: { gte: clock() - keyLivesSeconds }, limit: page.limit, ...after },
              by,
            ),
          reply: List(CausedEvent),
        }),
        TE.flatMap(({ data, has_more }) => {
          const found = data.find(({ request }) => request?.idempotency_key === idempotencyKey);
          const last = data.at(-1);
          if (found !== undefined) return TE.right(O.some(found.data.object));
          return has_more && last !== undefined && pages < page.most
            ? from({ starting_after: last.id }, pages + 1)
            : TE.right(O.none);
        }),
      );
    return from({}, 1);
  };
