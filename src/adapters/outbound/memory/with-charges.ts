import type { PaymentIntent } from '../../../domain/payment-intent.js';
import { deepFreeze } from './engine/deep-freeze.js';
import type { Engine } from './engine/engine.js';
import type { PaymentIntentObject } from './engine/objects/payment-intent-object.js';

/** The intent with its latest charge in `charges` (decision P7). */
export const withCharges =
  (engine: Engine) =>
  (intent: PaymentIntentObject): PaymentIntent => {
    const charge = engine.chargeOf(intent.latest_charge ?? '');
    return deepFreeze({
      ...intent,
      charges: {
        object: 'list' as const,
        data: charge === undefined ? [] : [charge],
        has_more: false,
        url: `/v1/charges?payment_intent=${intent.id}`,
      },
    });
  };
