import type { PaymentIntent } from '../../../domain/payment-intent.js';
import { chargesOf } from '../charges-of.js';
import { deepFreeze } from './engine/deep-freeze.js';
import type { Engine } from './engine/engine.js';
import type { PaymentIntentObject } from './engine/objects/payment-intent-object.js';

/** The intent with its latest charge in `charges` (decision P7). */
export const withCharges =
  (engine: Engine) =>
  (intent: PaymentIntentObject): PaymentIntent => {
    const latest = engine.chargeOf(intent.latest_charge ?? '') ?? null;
    return deepFreeze({ ...intent, charges: chargesOf(intent.id, latest) });
  };
