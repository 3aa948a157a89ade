import { strict as assert } from 'node:assert';
import type { Suite } from '../suite.js';
import { mustSucceed } from '../support/expect-outcome.js';
import { chargeOf, newIntent } from '../support/new-payment.js';
import { hasPrefix } from './profile-facts.js';

const goodMethods = [
  'pm_card_visa',
  'pm_card_mastercard',
  'pm_card_amex',
  'pm_card_threeDSecureOptional',
];

/** Confirmations of Stripe's test cards: the charge is in the reply. */
export const stripeConfirmationsArea = ({ describe, it }: Suite): void => {
  describe("confirmation of Stripe's test cards", () => {
    for (const payment_method of goodMethods) {
      it(`confirmPaymentIntent charges ${payment_method}`, async (processor) => {
        const { id } = await newIntent(processor, { payment_method });
        const intent = await mustSucceed(processor).confirmPaymentIntent({ payment_intent: id });
        assert.deepEqual([intent.id, intent.status], [id, 'succeeded'], 'the card is good');
        hasPrefix('its latest_charge', intent.latest_charge, 'ch_');
        hasPrefix('its client_secret', intent.client_secret, `${id}_secret_`);
        const charge = intent.charges?.data[0];
        assert.deepEqual(
          [charge?.object, charge?.amount, charge?.status, charge?.paid],
          ['charge', 1999, 'succeeded', true],
          'the charge is paid, to the cent',
        );
        const { amount_refunded, refunded } = await chargeOf(processor, id);
        assert.deepEqual([amount_refunded, refunded], [0, false], 'nothing is refunded yet');
      });
    }
  });
};
