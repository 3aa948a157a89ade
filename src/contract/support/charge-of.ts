import { strict as assert } from 'node:assert';
import type { PaymentProcessor } from '../../application/ports/payment-processor.js';
import type { Charge } from '../../domain/charge.js';
import type { PaymentIntentId } from '../../domain/ids.js';
import { succeed } from './succeed.js';

/** The latest charge of an intent, as it is now. */
export const chargeOf = async (
  processor: PaymentProcessor,
  payment_intent: PaymentIntentId,
): Promise<Charge> => {
  const intent = await succeed(
    'retrievePaymentIntent',
    processor.retrievePaymentIntent({ payment_intent }),
  );
  const [charge] = intent.charges.data;
  assert.ok(charge, `charges of an intent in ${intent.status} must hold its latest charge`);
  return charge;
};
