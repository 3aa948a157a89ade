import type { Call } from '../call.js';
import { deepFreeze } from '../deep-freeze.js';
import type { EventType } from '../events/event-types.js';
import type { PaymentIntentObject } from '../objects/payment-intent-object.js';

/** Stores the intent as it is now, and says so in an event of this type. */
export const saveIntent = (
  call: Call,
  type: EventType,
  intent: PaymentIntentObject,
): PaymentIntentObject => {
  call.state.intents.put(deepFreeze(intent));
  call.emit(type, intent);
  return intent;
};
