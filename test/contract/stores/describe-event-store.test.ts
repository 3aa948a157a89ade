import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createMemoryEventStore } from '../../../src/adapters/outbound/memory/stores/memory-event-store.js';
import type { EventStore } from '../../../src/application/ports/event-store.js';
import { describeEventStore } from '../../../src/contract.js';
import { breakStores, failing } from '../support/break-stores.js';

breakStores<EventStore>(describeEventStore, createMemoryEventStore, [
  [
    'stores every event as new',
    ({ store }) => ({
      store: (...event) =>
        pipe(
          store(...event),
          TE.map(() => 'stored' as const),
        ),
    }),
    'keeps only the first event with an id',
  ],
  [
    'refuses an event while another is being stored',
    ({ store }) => {
      let busy = false;
      return {
        store:
          (...event) =>
          async () => {
            if (busy) return failing();
            busy = true;
            const outcome = await store(...event)();
            busy = false;
            return outcome;
          },
      };
    },
    'keeps all of many events that arrive together, each once',
  ],
  [
    'keeps only what came before an event that it refuses',
    ({ store }) => {
      let refused = false;
      return {
        store: (event, ...rest) => {
          refused ||= event.type.includes('\u0000');
          return refused ? failing : store(event, ...rest);
        },
      };
    },
    'keeps events that arrive together with one that it refuses',
  ],
  [
    'refuses thin events',
    ({ store }) => ({
      store: (event, ...rest) => (event.object === 'event' ? store(event, ...rest) : failing),
    }),
    'keeps a thin event as received, under the id of its object, ordered by its created',
    'the payload stays as it is until it is dropped',
  ],
  [
    'forgets which secret a webhook was signed with',
    ({ store }) => ({ store: (event, at, ignored) => store(event, at, ignored) }),
    'keeps the API version and the account of an event, and the secret that signed its webhook',
  ],
  [
    'lets any owner conclude',
    ({ conclude }) => ({
      conclude: (id, ended) => async () => {
        const first = await conclude(id, { ...ended, owner: 'first' })();
        return first._tag === 'Right' && first.right
          ? first
          : conclude(id, { ...ended, owner: 'second' })();
      },
    }),
    'does not let an owner that lost its lease change anything',
  ],
  [
    'leases for ever',
    ({ claim }) => ({ claim: (by) => claim({ ...by, leaseUntil: by.leaseUntil * 1000 }) }),
    'gives an event with an expired lease to the next owner, as another attempt',
  ],
  [
    'orders events by anything but created',
    ({ store }) => ({
      store: (event, ...rest) =>
        store(event.object === 'event' ? { ...event, created: -event.created } : event, ...rest),
    }),
    'gives the oldest event first: by created, then by receipt',
  ],
  [
    'returns no events in some claims although events are due',
    ({ claim }) => {
      let calls = 0;
      return {
        claim: (by) => {
          calls += 1;
          return calls % 3 === 0 ? TE.right([]) : claim(by);
        },
      };
    },
    'gives every one of many events that are due together, over several claims',
  ],
  [
    'looks only at the oldest events',
    ({ claim }) => ({ claim: (by) => claim({ ...by, limit: 1 }) }),
    'finds events of other objects behind many of one object',
  ],
  [
    'forgets which handlers took an event',
    ({ conclude }) => ({
      conclude: (id, { takenBy: _takenBy, ...ended }) => conclude(id, ended),
    }),
    'keeps which handlers took an event until all have',
  ],
  [
    'does not keep the handlers of an extension',
    ({ extend }) => ({
      extend: (id, owner, until, { now }) => extend(id, owner, until, { now, takenBy: [] }),
    }),
    'keeps which handlers took an event that was never concluded',
  ],
  [
    'skips former handlers of a replayed handled event',
    ({ claim, conclude }) => {
      const taken = new Map<string, ReadonlyArray<string>>();
      return {
        conclude: (id, ended) => {
          taken.set(id, ended.takenBy ?? taken.get(id) ?? []);
          return conclude(id, ended);
        },
        claim: (by) =>
          pipe(
            claim(by),
            TE.map((all) =>
              all.map((one) => ({ ...one, takenBy: taken.get(one.stored.id) ?? [] })),
            ),
          ),
      };
    },
    'gives a dead event to the handlers that have not taken it, and a handled one to all',
  ],
  [
    'drops events that are too new',
    ({ dropPayloads }) => ({
      dropPayloads: (state, before, limit) => dropPayloads(state, before + 1000, limit),
    }),
    'drops only events of one state that were received before a moment',
  ],
  [
    'takes any id of an object',
    ({ find }) => ({
      find: (id) =>
        pipe(
          find(id),
          TE.map(O.map((found) => ({ ...found, object_id: found.object_id ?? 'any' }))),
        ),
    }),
    'keeps an event whose object has an invalid id: ""',
    'object_id is null unless the id of the object is 1 to 255 printable ASCII characters',
  ],
  [
    'compares only created',
    ({ claim }) => ({
      claim: (by) =>
        pipe(
          claim(by),
          TE.map((all) =>
            all.map((one) =>
              one.stored.object_id?.startsWith('pi_') ? { ...one, superseded: false } : one,
            ),
          ),
        ),
    }),
    'marks an event of an intent as superseded by its success or cancellation',
    'the success and the cancellation of an intent come after its other events',
  ],
  [
    'forgets who has handled an event that failed',
    ({ conclude }) => ({ conclude: (id, ended) => conclude(id, { ...ended, takenBy: [] }) }),
    'marks an event as superseded by a newer one that some of its handlers have handled',
  ],
  [
    'forgets ids with their payloads',
    ({ dropPayloads, purge }) => ({
      dropPayloads: (state, before, limit) =>
        pipe(
          dropPayloads(state, before, limit),
          TE.tap(() => purge(before, limit)),
        ),
    }),
    'still recognizes a dropped event as a duplicate',
  ],
  [
    'reports drops that it did not do',
    ({ list, find }) => ({
      dropPayloads: (state, _before, limit) =>
        pipe(
          list({ state, limit }),
          TE.map(
            O.match(
              () => 0,
              ({ data }) => data.length,
            ),
          ),
        ),
      find,
    }),
    'keeps the id, the type and the timestamps, and no personal data',
  ],
  [
    'replays dropped events',
    ({ replay }) => ({
      replay: (id, now) =>
        pipe(
          replay(id, now),
          TE.map(() => true),
        ),
    }),
    'does not replay dropped events',
  ],
  [
    'erases only events that name the customer',
    ({ store }) => ({
      store: (event, ...rest) => {
        if (event.object !== 'event') return store(event, ...rest);
        const { payment_intent: _intent, charge: _charge, ...left } = event.data.object;
        return store({ ...event, data: { ...event.data, object: left } }, ...rest);
      },
    }),
    'erases refunds and disputes of its payments, which do not name the customer',
    'events that name no customer are erased with the payments of those that do',
  ],
  [
    'erases one batch and reports that nothing is left',
    ({ eraseCustomer }) => ({
      eraseCustomer: (customer, limit) =>
        pipe(
          eraseCustomer(customer, limit),
          TE.map(({ erased }) => ({ erased, more: false })),
        ),
    }),
    'erases in batches until nothing is left',
  ],
  [
    'deletes events that are too new',
    ({ purge }) => ({ purge: (before, limit) => purge(before + 1000, limit) }),
    'deletes only dropped events that were received before a moment',
  ],
]);
