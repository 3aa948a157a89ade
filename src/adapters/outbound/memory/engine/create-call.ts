import type { Call } from './call.js';
import { defaultVersion } from './default-version.js';
import type { EngineParts } from './engine-parts.js';
import type { RequestOptions } from './engine-request.js';
import { releaseEvents } from './events/release-events.js';
import { keyedHash } from './keyed-hash.js';
import type { EventObject } from './objects/event.js';
import { deepFreeze } from './objects/json.js';
import { endpointsFor } from './store/state.js';

const fingerprintLength = 16;

/** What an operation sees of its call. `by`: the request that events name; controls have none. */
export const createCall = (
  parts: EngineParts,
  given: {
    readonly by: RequestOptions | null;
    readonly chargeFault: Call['chargeFault'];
    /** When it happens, Unix seconds; absent: now. */
    readonly now?: number;
  },
): Call => {
  const { memory, options } = parts;
  const { state, ids, clock, seed } = memory;
  const { now = clock.now() } = given;
  const idempotencyKey = given.by?.idempotencyKey ?? null;
  let request = given.by?.requestId ?? null;
  return {
    state,
    now,
    newId: ids.next,
    fingerprintOf: (number) =>
      keyedHash(seed, number).replaceAll(/[-_]/g, '').slice(0, fingerprintLength),
    clientIp: given.by?.clientIp ?? null,
    challengeUrl: options.challengeUrl,
    cardTokens: options.cardTokens,
    chargeFault: given.chargeFault,
    emit: (type, object, previous) => {
      if (given.by !== null) request ??= ids.next('req');
      const event: EventObject = deepFreeze({
        id: ids.next('evt'),
        object: 'event',
        api_version: defaultVersion,
        created: now,
        data: { object, ...(previous === undefined ? {} : { previous_attributes: previous }) },
        livemode: false,
        pending_webhooks: endpointsFor(state, type).length,
        request: { id: request, idempotency_key: idempotencyKey },
        type,
      });
      memory.lateEvents.add(event);
      releaseEvents(parts);
    },
  };
};
