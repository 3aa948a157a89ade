import { strict as assert } from 'node:assert';
import { PaymentIntentId, SetupIntentId } from '../../domain/ids.js';
import type { Subject, Suite } from '../suite.js';
import { failWith, mustSucceed, succeed } from '../support/expect-outcome.js';
import { proven, uniqueKey } from '../support/ids.js';
import { newCustomer } from '../support/new-customer.js';
import { cents } from '../support/new-payment.js';

const onPage = { payment_methods: 'automatic', confirmation_method: 'automatic' } as const;

const return_url = 'https://shop.example/back';

const fieldsOf = ({ given }: Subject) => ({
  amount: cents(given.amounts[0]),
  currency: given.currency,
  ...onPage,
});

/** Confirmations on the server of what the customer chose on the page. */
export const confirmationTokens = (suite: Suite): void => {
  const { describe, it, itWith } = suite.needing(
    'features.methodChoice',
    'features.confirmationTokens',
    'fixtures.approved',
    'controls.createConfirmationToken',
  );

  describe('confirmation tokens', () => {
    it('confirmPaymentIntent with a confirmation_token charges what the customer chose', async (processor) => {
      const { createPaymentIntent, confirmPaymentIntent } = mustSucceed(processor);
      const { id } = await createPaymentIntent({ ...fieldsOf(processor), confirm: false });
      const paid = await confirmPaymentIntent({
        payment_intent: proven(PaymentIntentId, id),
        confirmation_token: await processor.given.confirmationToken('approved'),
        return_url,
      });
      assert.deepEqual([paid.id, paid.status], [id, 'succeeded']);
    });

    itWith(
      ['features.confirmOnCreation'],
      'createPaymentIntent with a confirmation_token charges what the customer chose, once for a key',
      async (processor) => {
        const { createPaymentIntent } = mustSucceed(processor);
        const fields = {
          ...fieldsOf(processor),
          confirm: true,
          confirmation_token: await processor.given.confirmationToken('approved'),
          return_url,
        };
        const key = uniqueKey();
        const first = await createPaymentIntent(fields, key);
        assert.equal(first.status, 'succeeded');
        assert.equal((await createPaymentIntent(fields, key)).id, first.id);
        const task = processor.createPaymentIntent(fields, uniqueKey());
        await failWith('createPaymentIntent', task, 'ProcessorRefused');
      },
    );

    itWith(
      ['fixtures.declined'],
      'a declined confirmation_token is a decline, and the payment can be confirmed with another one',
      async (processor) => {
        const { createPaymentIntent } = mustSucceed(processor);
        const { id } = await createPaymentIntent({ ...fieldsOf(processor), confirm: false });
        const payment_intent = proven(PaymentIntentId, id);
        const declined = processor.confirmPaymentIntent({
          payment_intent,
          confirmation_token: await processor.given.confirmationToken('declined'),
          return_url,
        });
        await failWith('confirmPaymentIntent', declined, 'CardError', { payment_intent: id });
        const again = processor.confirmPaymentIntent({
          payment_intent,
          confirmation_token: await processor.given.confirmationToken('approved'),
          return_url,
        });
        assert.equal((await succeed('confirmPaymentIntent', again)).status, 'succeeded');
      },
    );

    itWith(
      ['features.setupIntents', 'features.customers'],
      'confirmSetupIntent with a confirmation_token saves what the customer chose',
      async (processor) => {
        const { createSetupIntent, confirmSetupIntent } = mustSucceed(processor);
        const customer = await newCustomer(processor);
        const { id } = await createSetupIntent({
          customer,
          payment_methods: 'automatic',
          confirm: false,
        });
        const saved = await confirmSetupIntent({
          setup_intent: proven(SetupIntentId, id),
          confirmation_token: await processor.given.confirmationToken('approved'),
          return_url,
        });
        assert.deepEqual([saved.status, saved.customer], ['succeeded', customer]);
      },
    );
  });
};
