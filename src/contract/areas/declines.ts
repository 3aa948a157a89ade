import { strict as assert } from 'node:assert';
import type { PaymentIntentId } from '../../domain/ids.js';
import type { CardError } from '../../domain/payment-error.js';
import type { Subject, Suite } from '../suite.js';
import { failWith, mustSucceed } from '../support/expect-outcome.js';
import { chargeOf, intentFields, intentsOf, newIntent } from '../support/new-payment.js';

const decline = (processor: Subject, payment_intent: PaymentIntentId): Promise<CardError> =>
  failWith(
    'confirmPaymentIntent',
    processor.confirmPaymentIntent({ payment_intent }),
    'CardError',
    {
      payment_intent,
    },
  );

/** Confirmations that are declined. */
export const cardDeclines = (suite: Suite): void => {
  const { describe, it, itWith } = suite.needing('fixtures.declined');

  describe('declines', () => {
    it('a declined confirmPaymentIntent fails with a CardError, charges nothing, and leaves the intent to be paid otherwise', async (processor) => {
      const { id: payment_intent } = await newIntent(processor, { outcome: 'declined' });
      const error = await decline(processor, payment_intent);
      assert.notEqual(error.message, '', "a decline has the processor's own text");
      const intent = await mustSucceed(processor).retrievePaymentIntent({ payment_intent });
      assert.deepEqual(
        [intent.status, intent.latest_charge ?? null],
        ['requires_payment_method', error.charge],
        'after a decline the intent needs another payment method, and names the failed charge if there is one',
      );
      if (error.charge === null) return;
      const { paid, status } = await chargeOf(processor, payment_intent);
      assert.deepEqual([status, paid], ['failed', false], 'a declined charge is not paid');
    });

    itWith(
      ['features.customers', 'features.lists', 'features.confirmOnCreation'],
      'createPaymentIntent with confirm: true is declined too, and keeps the intent',
      async (processor) => {
        const fields = await intentFields(processor, { outcome: 'declined', confirm: true });
        const task = processor.createPaymentIntent(fields);
        const error = await failWith('createPaymentIntent', task, 'CardError');
        const kept = (await intentsOf(processor, fields.customer)).map(
          ({ id, status, latest_charge }) => ({ id, status, latest_charge: latest_charge ?? null }),
        );
        assert.deepEqual(
          kept,
          [
            {
              id: error.payment_intent,
              status: 'requires_payment_method',
              latest_charge: error.charge,
            },
          ],
          'the error names the intent, which another card may still pay, and the failed charge',
        );
      },
    );

    itWith(
      ['fixtures.approved'],
      'confirmPaymentIntent with another card succeeds after a decline',
      async (processor) => {
        const { given } = processor;
        const { id: payment_intent, payer } = await newIntent(processor, { outcome: 'declined' });
        const error = await decline(processor, payment_intent);
        const payment_method = await given.paymentMethod('approved', payer);
        const intent = await mustSucceed(processor).confirmPaymentIntent({
          payment_intent,
          ...(payment_method === undefined ? {} : { payment_method }),
        });
        assert.equal(intent.status, 'succeeded', 'a declined intent can still be paid');
        assert.notEqual(intent.latest_charge, error.charge, 'a new try is a new charge');
        const { paid } = await chargeOf(processor, payment_intent);
        assert.equal(paid, true, 'the new charge is paid');
      },
    );
  });
};
