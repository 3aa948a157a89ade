import type { RequestContext } from '../kernel/request-context.js';
import type { EventType } from '../objects/event-types.js';
import { deepFreeze } from '../objects/json.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';

/** Stores the intent as it is now, and says so in an event of this type. */
export const saveIntent = (
  call: RequestContext,
  type: EventType,
  intent: PaymentIntentObject,
): PaymentIntentObject => {
  call.state.intents.put(deepFreeze(intent));
  call.emit(type, intent);
  return intent;
};
