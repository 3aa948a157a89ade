import { setImmediate } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import type { EventStore } from '../../../../../src/application/ports/event-store.js';
import type { StoredEvent } from '../../../../../src/domain/events/stored-event.js';

type Handling = {
  /** Ids by object, in the order in which their handling began. */
  readonly begun: ReadonlyMap<string, ReadonlyArray<string>>;
  /** Forbidden overlaps: an event or an object handled twice at the same time. */
  readonly collisions: ReadonlyArray<string>;
  /** How many tries each instance made. */
  readonly tries: ReadonlyArray<number>;
};

const objectOf = ({ object_id, id }: StoredEvent): string => object_id ?? id;

/**
 * Handles events on several instances, with several workers each, until `count` are handled. Failed calls of a store are
 * repeated. Each claim moves the clock of the leases by one.
 */
export const handleAll = async (
  instances: ReadonlyArray<EventStore>,
  count: number,
  { workers = 4, limit = 5, leaseTicks = 10_000 } = {},
): Promise<Handling> => {
  const handled = new Set<string>();
  const underWay = new Set<string>();
  const begun = new Map<string, Array<string>>();
  const collisions: Array<string> = [];
  const tries = instances.map(() => 0);
  let now = 0;

  const handle = async (store: EventStore, owner: string, stored: StoredEvent): Promise<void> => {
    const object = objectOf(stored);
    if (underWay.has(object)) collisions.push(stored.id);
    underWay.add(object);
    begun.set(object, [...(begun.get(object) ?? []), stored.id]);
    await setImmediate();
    underWay.delete(object);
    const outcome = { _tag: 'Handled' as const };
    const conclude = store.conclude(stored.id, { owner, startedAt: now, endedAt: now, outcome });
    // A failed call may have concluded the event: then the next one returns false.
    while (E.isLeft(await conclude()));
    handled.add(stored.id);
  };

  await Promise.all(
    instances.flatMap((store, instance) =>
      Array.from({ length: workers }, async (_, worker) => {
        const owner = `instance ${instance}, worker ${worker}`;
        while (handled.size < count) {
          now += 1;
          const claimed = await store.claim({ owner, now, leaseUntil: now + leaseTicks, limit })();
          const events = E.isRight(claimed) ? claimed.right : [];
          tries[instance] = (tries[instance] ?? 0) + events.length;
          await Promise.all(events.map(({ stored }) => handle(store, owner, stored)));
        }
      }),
    ),
  );
  return { begun, collisions, tries };
};
