import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { EventQueue } from '../../../../application/ports/event-queue.js';
import { subjectsOf } from '../../../../domain/event-subjects.js';
import { droppedEvent } from '../../../../domain/stored-event.js';
import type { EventTable } from './event-table.js';
import type { KeptEvent } from './kept-event.js';
import { takeSome } from './take-some.js';

/** An event in memory after its payload was dropped. */
export const dropped = ({ sequence, stored }: KeptEvent): KeptEvent => ({
  sequence,
  stored: droppedEvent(stored),
  tries: [],
  takenBy: [],
  owner: null,
  replayedAfter: null,
});

const isKept = ({ stored }: KeptEvent): boolean => stored.state !== 'dropped';

/** Drops what is old, and what is about a customer. `changed` is called after something was dropped. */
export const dropEvents = (
  events: EventTable,
  changed: () => void,
): Pick<EventQueue, 'dropPayloads' | 'eraseCustomer' | 'purge'> => {
  const drop = (some: ReadonlyArray<KeptEvent>): number => {
    for (const event of some) events.put(dropped(event));
    changed();
    return some.length;
  };

  const ofCustomer = (customer: string, limit: number): ReadonlyArray<KeptEvent> => {
    const subjects = [...events.oldestFirst()]
      .filter(isKept)
      .map((event) => ({ event, ...subjectsOf(event.stored.event) }));
    const own = subjects.filter((one) => one.customer === customer);
    const payments = new Set(
      own.flatMap(({ event, payment }) => [payment, event.stored.object_id]),
    );
    payments.delete(null);
    // Those that name the payment alone go first: without the others nothing would lead to them.
    const others = subjects.filter((one) => one.customer === null && payments.has(one.payment));
    return [...others, ...own].map(({ event }) => event).slice(0, limit);
  };

  return {
    dropPayloads: (state, before, limit) =>
      TE.fromIO(() =>
        drop(takeSome(events.ofState(state), ({ stored }) => stored.received_at < before, limit)),
      ),

    eraseCustomer: (customer, limit) =>
      pipe(
        TE.fromIO(() => drop(ofCustomer(customer, limit))),
        TE.map((erased) => ({ erased, more: erased === limit })),
      ),

    purge: (before, limit) =>
      TE.fromIO(() => {
        const old = takeSome(
          events.ofState('dropped'),
          ({ stored }) => stored.received_at < before,
          limit,
        );
        for (const event of old) events.drop(event);
        return old.length;
      }),
  };
};
