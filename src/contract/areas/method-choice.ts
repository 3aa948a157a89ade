import { strict as assert } from 'node:assert';
import { PaymentIntentId } from '../../domain/ids.js';
import type { Suite } from '../suite.js';
import { mustSucceed } from '../support/expect-outcome.js';
import { proven, uniqueKey } from '../support/ids.js';
import { newCustomer } from '../support/new-customer.js';
import { cents } from '../support/new-payment.js';

/** Payments and setups for which the customer chooses a payment method on the page. */
export const methodChoice = (suite: Suite): void => {
  const { describe, it, itWith } = suite.needing('features.methodChoice');

  describe('what the customer chooses on the page', () => {
    it('createPaymentIntent with payment_methods waits for the customer, who may be nobody that the processor knows', async (processor) => {
      const { amounts, currency } = processor.given;
      const { createPaymentIntent, retrievePaymentIntent } = mustSucceed(processor);
      const intent = await createPaymentIntent({
        amount: cents(amounts[0]),
        currency,
        payment_methods: 'automatic',
        confirmation_method: 'automatic',
        confirm: false,
      });
      assert.deepEqual(
        [intent.status, intent.amount, intent.customer ?? null, intent.payment_method ?? null],
        ['requires_payment_method', amounts[0], null, null],
        'nobody has chosen or confirmed yet',
      );
      assert.equal(intent.latest_charge ?? null, null, 'nothing is charged');
      assert.ok(intent.client_secret, 'the page needs the client_secret to confirm it');
      const payment_intent = proven(PaymentIntentId, intent.id);
      assert.equal(
        (await retrievePaymentIntent({ payment_intent })).status,
        'requires_payment_method',
      );
    });

    it('createPaymentIntent with payment_methods and a repeated key creates one intent', async (processor) => {
      const { amounts, currency } = processor.given;
      const fields = {
        amount: cents(amounts[0]),
        currency,
        payment_methods: 'automatic',
        confirmation_method: 'automatic',
        confirm: false,
      } as const;
      const key = uniqueKey();
      const { createPaymentIntent } = mustSucceed(processor);
      const first = await createPaymentIntent(fields, key);
      assert.equal((await createPaymentIntent(fields, key)).id, first.id);
    });

    itWith(
      ['features.customers'],
      'createPaymentIntent with payment_methods keeps the customer',
      async (processor) => {
        const customer = await newCustomer(processor);
        const { amounts, currency } = processor.given;
        const intent = await mustSucceed(processor).createPaymentIntent({
          amount: cents(amounts[0]),
          currency,
          customer,
          payment_methods: 'automatic',
          confirmation_method: 'automatic',
          confirm: false,
        });
        assert.equal(intent.customer, customer);
      },
    );

    itWith(
      ['features.setupIntents', 'features.customers'],
      'createSetupIntent with payment_methods waits for the customer, who may be nobody that the processor knows',
      async (processor) => {
        const setup = await mustSucceed(processor).createSetupIntent({
          payment_methods: 'automatic',
          confirm: false,
        });
        assert.deepEqual(
          [setup.status, setup.customer ?? null, setup.payment_method ?? null],
          ['requires_payment_method', null, null],
          'nobody has chosen or confirmed yet',
        );
        assert.ok(setup.client_secret, 'the page needs the client_secret to confirm it');
      },
    );
  });
};
