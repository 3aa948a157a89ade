import { strict as assert } from 'node:assert';
import { cancellationReasons } from '../../domain/objects/payment-intent.js';
import type { Suite } from '../suite.js';
import { mustSucceed } from '../support/expect-outcome.js';
import { fieldOf } from '../support/field-of.js';
import { newIntent } from '../support/new-payment.js';

/** The reasons of cancellations. */
export const stripeCancellationsArea = ({ describe, it }: Suite): void => {
  describe('cancellation reasons of Stripe', () => {
    for (const cancellation_reason of cancellationReasons) {
      it(`cancelPaymentIntent keeps the reason ${cancellation_reason}`, async (processor) => {
        const { id: payment_intent } = await newIntent(processor);
        const canceled = await mustSucceed(processor).cancelPaymentIntent({
          payment_intent,
          cancellation_reason,
        });
        assert.equal(
          fieldOf(canceled, 'cancellation_reason'),
          cancellation_reason,
          'the canceled intent has the reason',
        );
      });
    }
  });
};
