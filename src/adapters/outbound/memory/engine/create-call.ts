import type { Call } from './call.js';
import { deepFreeze } from './deep-freeze.js';
import type { EngineParts } from './engine-parts.js';
import { trimEvents } from './events/trim-events.js';
import { keyedHash } from './keyed-hash.js';
import type { EventObject } from './objects/event-object.js';

/** The version of the processor's interface that events are written in. */
const apiVersion = '2026-10-28.endive';
const fingerprintLength = 16;

/** What an operation sees of its call. `byRequest`: whether events name a request, which controls have none of. */
export const createCall = (
  { memory, options, dispatcher }: EngineParts,
  given: {
    readonly byRequest: boolean;
    readonly chargeFault: Call['chargeFault'];
    readonly idempotencyKey: string | null;
  },
): Call => {
  const { state, ids, clock, seed } = memory;
  const now = clock.now();
  let request: string | null = null;
  return {
    state,
    now,
    newId: ids.next,
    fingerprintOf: (number) =>
      keyedHash(seed, number).replaceAll(/[-_]/g, '').slice(0, fingerprintLength),
    challengeUrl: options.challengeUrl,
    chargeFault: given.chargeFault,
    emit: (type, object, previous) => {
      if (given.byRequest) request ??= ids.next('req');
      const event: EventObject = deepFreeze({
        id: ids.next('evt'),
        object: 'event',
        api_version: apiVersion,
        created: now,
        data: { object, ...(previous === undefined ? {} : { previous_attributes: previous }) },
        livemode: false,
        pending_webhooks: 0,
        request: { id: request, idempotency_key: given.idempotencyKey },
        type,
      });
      state.events.put(event);
      trimEvents(state, options.keepEvents);
      dispatcher.add(event);
    },
  };
};
