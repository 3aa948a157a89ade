import { strict as assert } from 'node:assert';
import { RefundId } from '../../domain/ids.js';
import { refundReasons } from '../../domain/objects/refund.js';
import type { Suite } from '../suite.js';
import { mustSucceed } from '../support/expect-outcome.js';
import { fieldOf } from '../support/field-of.js';
import { proven } from '../support/ids.js';
import { newCustomer } from '../support/new-customer.js';
import { chargeOf, newPayment, refundsOf } from '../support/new-payment.js';
import { cardByNumber } from './test-cards.js';

const settling = [
  ['4000000000007726', 'pending', 'succeeded', 1999],
  ['4000000000005126', 'succeeded', 'failed', 0],
] as const;

/** How refunds of Stripe's test cards begin and end. */
export const stripeRefundsArea = ({ describe, it, itWith }: Suite): void => {
  describe('refunds of Stripe', () => {
    it('createRefund succeeds at once, in the currency of the charge', async (processor) => {
      const { id, charge } = await newPayment(processor, 1999);
      const refund = await mustSucceed(processor).createRefund({ charge });
      assert.deepEqual(
        [refund.status, refund.currency, refund.amount],
        ['succeeded', 'eur', 1999],
        'a refund of a good card succeeds',
      );
      const [listed] = await refundsOf(processor, id);
      assert.deepEqual(listed, refund, 'the list has the refund as it was returned');
    });

    for (const reason of refundReasons) {
      it(`createRefund keeps the reason ${reason}`, async (processor) => {
        const { charge } = await newPayment(processor, 1999);
        const refund = await mustSucceed(processor).createRefund({ charge, reason });
        assert.equal(refund.reason, reason, 'the refund has the reason');
      });
    }

    for (const [number, first, status, kept] of settling) {
      itWith(
        ['fixtures.card', 'controls.settleRefund'],
        `the refund of …${number.slice(-4)} is ${first}, then ${status}`,
        async (processor) => {
          const customer = await newCustomer(processor);
          const payment_method = await cardByNumber(processor, customer, number);
          const { id, charge } = await newPayment(processor, 1999, { customer, payment_method });
          const refund = await mustSucceed(processor).createRefund({ charge });
          assert.equal(refund.status, first, 'the card decides how the refund begins');
          await processor.given.settleRefund(proven(RefundId, refund.id));
          const [settled] = await refundsOf(processor, id);
          assert.equal(settled?.status, status, 'the card decides how the refund ends');
          assert.equal(
            (await chargeOf(processor, id)).amount_refunded,
            kept,
            'the money of a failed refund is back on the charge',
          );
          if (status === 'failed') {
            assert.equal(
              fieldOf(settled, 'failure_reason'),
              'expired_or_canceled_card',
              'a failed refund has a failure_reason',
            );
          }
        },
      );
    }
  });
};
