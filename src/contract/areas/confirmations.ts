import { strict as assert } from 'node:assert';
import { PaymentMethodId } from '../../domain/ids.js';
import type { Suite } from '../suite.js';
import { failWith, missing, mustSucceed, notFound, wrongState } from '../support/expect-outcome.js';
import { absent, hasPrefix, proven } from '../support/ids.js';
import { newCard } from '../support/new-card.js';
import { newCustomer } from '../support/new-customer.js';
import { chargeOf, newIntent, newPayment } from '../support/new-payment.js';

const goodMethods = [
  'pm_card_visa',
  'pm_card_mastercard',
  'pm_card_amex',
  'pm_card_threeDSecureOptional',
];

/** Confirmations that are not declined. */
export const confirmations = ({ describe, it }: Suite): void => {
  describe('confirmation', () => {
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

    for (const confirmation_method of ['manual', 'automatic'] as const) {
      it(`confirmPaymentIntent charges with ${confirmation_method} confirmation`, async (processor) => {
        const { id } = await newIntent(processor, { confirmation_method });
        const intent = await mustSucceed(processor).confirmPaymentIntent({ payment_intent: id });
        assert.equal(intent.status, 'succeeded', 'both methods confirm from the server');
      });
    }

    it('confirmPaymentIntent with a payment method charges that one', async (processor) => {
      const { id, customer } = await newIntent(processor, {
        payment_method: 'pm_card_visa_chargeDeclined',
      });
      const card = await newCard(processor, customer);
      const payment_method = proven(PaymentMethodId, card.id);
      const intent = await mustSucceed(processor).confirmPaymentIntent({
        payment_intent: id,
        payment_method,
      });
      assert.deepEqual(
        [intent.status, intent.payment_method],
        ['succeeded', card.id],
        'the payment method of the confirmation replaces that of the intent',
      );
    });

    it('confirmPaymentIntent refuses an intent that has succeeded and charges nothing more', async (processor) => {
      const { id, charge } = await newPayment(processor, 1999);
      const task = processor.confirmPaymentIntent({ payment_intent: id });
      await failWith('confirmPaymentIntent', task, 'ProcessorRefused', wrongState);
      assert.equal((await chargeOf(processor, id)).id, charge, 'there is no other charge');
    });

    it('confirmPaymentIntent refuses an intent that was canceled', async (processor) => {
      const { id: payment_intent } = await newIntent(processor);
      await mustSucceed(processor).cancelPaymentIntent({ payment_intent });
      const task = processor.confirmPaymentIntent({ payment_intent });
      await failWith('confirmPaymentIntent', task, 'ProcessorRefused', wrongState);
    });

    it('confirmPaymentIntent does not find an unknown intent', async (processor) => {
      const task = processor.confirmPaymentIntent({ payment_intent: absent.paymentIntent });
      await failWith('confirmPaymentIntent', task, 'ProcessorRefused', notFound);
    });

    it('confirmPaymentIntent refuses an unknown payment method', async (processor) => {
      const { id: payment_intent } = await newIntent(processor);
      const task = processor.confirmPaymentIntent({
        payment_intent,
        payment_method: absent.paymentMethod,
      });
      await failWith('confirmPaymentIntent', task, 'ProcessorRefused', missing('payment_method'));
    });

    it("confirmPaymentIntent refuses another customer's card and charges nothing", async (processor) => {
      const { id: payment_intent } = await newIntent(processor);
      const foreign = await newCard(processor, await newCustomer(processor));
      const payment_method = proven(PaymentMethodId, foreign.id);
      const task = processor.confirmPaymentIntent({ payment_intent, payment_method });
      await failWith('confirmPaymentIntent', task, 'ProcessorRefused', { status: 400 });
      const found = await mustSucceed(processor).retrievePaymentIntent({ payment_intent });
      assert.equal(found.latest_charge, null, 'a refused confirmation charges nothing');
    });
  });
};
