import { strict as assert } from 'node:assert';
import type { Suite } from '../suite.js';
import { failWith, mustSucceed } from '../support/expect-outcome.js';
import { newCard } from '../support/new-card.js';
import { newCustomer } from '../support/new-customer.js';
import { intentFields, intentsOf } from '../support/new-payment.js';
import { hasPrefix } from './profile-facts.js';

const wrongAmounts = [
  [49, 'amount_too_small'],
  [100_000_000, 'amount_too_large'],
] as const;

/** Fields and refusals of Stripe's payment intents. */
export const stripePaymentIntentsArea = ({ describe, it }: Suite): void => {
  describe('payment intents of Stripe', () => {
    it('createPaymentIntent returns a client_secret, a payment method and cards as the only type', async (processor) => {
      const fields = await intentFields(processor);
      const intent = await mustSucceed(processor).createPaymentIntent(fields);
      hasPrefix('its client_secret', intent.client_secret, `${intent.id}_secret_`);
      hasPrefix('the payment method of pm_card_visa', intent.payment_method, 'pm_');
      const { payment_method_types, latest_charge, livemode } = intent;
      assert.deepEqual(
        { payment_method_types, latest_charge, livemode },
        { payment_method_types: ['card'], latest_charge: null, livemode: false },
        'a new intent has the given fields',
      );
    });

    it('createPaymentIntent with confirm: true charges a card of the customer', async (processor) => {
      const customer = await newCustomer(processor);
      const card = await newCard(processor, customer);
      const intent = await mustSucceed(processor).createPaymentIntent(
        await intentFields(processor, { customer, payment_method: card.id, confirm: true }),
      );
      assert.deepEqual(
        [intent.payment_method, intent.status],
        [card.id, 'succeeded'],
        'the card_ id of an own card is a payment method',
      );
    });

    for (const [amount, code] of wrongAmounts) {
      it(`createPaymentIntent refuses ${amount} cents: ${code}`, async (processor) => {
        const customer = await newCustomer(processor);
        const fields = await intentFields(processor, { customer, amount });
        const task = processor.createPaymentIntent(fields);
        await failWith('createPaymentIntent', task, 'ProcessorRefused', {
          status: 400,
          code,
          param: 'amount',
        });
        assert.deepEqual(await intentsOf(processor, customer), [], 'a refused intent is not kept');
      });
    }
  });
};
