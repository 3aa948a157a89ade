import { strict as assert } from 'node:assert';
import type { Suite } from '../suite.js';
import { mustSucceed } from '../support/expect-outcome.js';
import { cardIdsOf } from '../support/new-card.js';
import { newCustomer } from '../support/new-customer.js';
import { intentFields, newIntent } from '../support/new-payment.js';
import { setupFields } from '../support/new-setup.js';

/** Later payments with a saved card, while the customer is not present. */
export const savedCards = (suite: Suite): void => {
  const { describe, it, itWith } = suite.needing(
    'features.customers',
    'features.savedCards',
    'features.confirmOnCreation',
    'fixtures.approved',
  );

  describe('saved cards', () => {
    itWith(
      ['features.setupIntents'],
      'createPaymentIntent with off_session charges the card of a setup intent',
      async (processor) => {
        const customer = await newCustomer(processor);
        const { payment_method } = await mustSucceed(processor).createSetupIntent(
          await setupFields(processor, customer, { confirm: true }),
        );
        const fields = await intentFields(processor, {
          customer,
          payment_method: String(payment_method),
          confirm: true,
          off_session: true,
        });
        const intent = await mustSucceed(processor).createPaymentIntent(fields);
        assert.deepEqual(
          [intent.status, intent.payment_method],
          ['succeeded', payment_method],
          'the saved card is charged',
        );
      },
    );

    it('createPaymentIntent with off_session charges a card that needs no authentication', async (processor) => {
      const fields = await intentFields(processor, { confirm: true, off_session: true });
      const intent = await mustSucceed(processor).createPaymentIntent(fields);
      assert.equal(intent.status, 'succeeded', 'no authentication is needed');
    });

    it('confirmPaymentIntent with off_session charges a card that needs no authentication', async (processor) => {
      const { id: payment_intent } = await newIntent(processor);
      const paid = await mustSucceed(processor).confirmPaymentIntent({
        payment_intent,
        off_session: true,
      });
      assert.equal(paid.status, 'succeeded', 'no authentication is needed');
    });

    itWith(
      ['features.lists'],
      'createPaymentIntent without setup_future_usage saves no card',
      async (processor) => {
        const customer = await newCustomer(processor);
        const fields = await intentFields(processor, { customer, confirm: true });
        const before = await cardIdsOf(processor, customer);
        await mustSucceed(processor).createPaymentIntent(fields);
        assert.deepEqual(await cardIdsOf(processor, customer), before, 'the payment saves no card');
      },
    );
  });
};
