import type { EventObject } from '../objects/event.js';
import { accountApiVersion } from '../objects/object.js';
import { defaultMethods } from '../objects/switchable-methods.js';
import { endpointsFor } from '../store/state.js';
import { deliverEvent } from './event-delivery.js';
import type { EngineParts } from './memory.js';
import type { RequestOptions } from './operation.js';
import type { IntentDefaults, RequestContext } from './request-context.js';

const plainDefaults: IntentDefaults = { methods: 'cards', captureMethod: 'automatic' };

/** The context of one request, or of a control. */
export const createContext = (
  parts: EngineParts,
  given: {
    /** The request that events name; `null` for a control. */
    readonly by: RequestOptions | null;
    readonly chargeFailure: RequestContext['chargeFailure'];
    /** When it happens, Unix seconds; absent: now. */
    readonly now?: number;
  },
): RequestContext => {
  const { memory, options } = parts;
  const { state, ids, clock, methodConfiguration } = memory;
  const { now = clock.now() } = given;
  const idempotencyKey = given.by?.idempotencyKey ?? null;
  let request: EventObject['request'] | undefined;
  const requestOfEvents = (): EventObject['request'] => ({
    id: given.by === null ? null : (given.by.requestId ?? ids.next('req')),
    idempotency_key: idempotencyKey,
  });
  return {
    state,
    account: options.account,
    now,
    newId: ids.next,
    fingerprintOf: memory.fingerprintOf,
    clientIp: given.by?.clientIp ?? null,
    challengeUrl: options.challengeUrl,
    intentDefaults: given.by?.intentDefaults ?? plainDefaults,
    elements: given.by?.elements ?? null,
    methodConfiguration,
    methods: options.methods ?? defaultMethods,
    checkoutUrl: options.checkoutUrl,
    cardTokens: options.cardTokens,
    fees: options.fees,
    chargeFailure: given.chargeFailure,
    emit: (type, object, previous) => {
      request ??= requestOfEvents();
      const event: EventObject = {
        id: ids.next('evt'),
        object: 'event',
        api_version: accountApiVersion,
        created: now,
        data: previous === undefined ? { object } : { object, previous_attributes: previous },
        livemode: false,
        pending_webhooks: endpointsFor(state, type).length,
        request,
        type,
      };
      deliverEvent(parts, event);
    },
  };
};
