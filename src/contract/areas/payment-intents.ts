import { strict as assert } from 'node:assert';
import type { PaymentProcessor } from '../../application/ports/payment-processor.js';
import type { Suite } from '../suite.js';
import { failWith, missing, mustSucceed, notFound } from '../support/expect-outcome.js';
import { absent, hasPrefix } from '../support/ids.js';
import { newCard } from '../support/new-card.js';
import { newCustomer } from '../support/new-customer.js';
import { intentFields, intentsOf, newIntent } from '../support/new-payment.js';

const exactAmounts = [50, 1999, 7840, 99_999_999];

const wrongAmounts = [
  [49, 'amount_too_small'],
  [100_000_000, 'amount_too_large'],
] as const;

const foreignMethod = async (processor: PaymentProcessor) =>
  (await newCard(processor, await newCustomer(processor))).id;

/** Payment intents: create and retrieve. */
export const paymentIntents = ({ describe, it }: Suite): void => {
  describe('payment intents', () => {
    it('createPaymentIntent returns an intent in requires_confirmation', async (processor) => {
      const customer = await newCustomer(processor);
      const intent = await mustSucceed(processor).createPaymentIntent(intentFields(customer));
      hasPrefix('the id of an intent', intent.id, 'pi_');
      hasPrefix('its client_secret', intent.client_secret, `${intent.id}_secret_`);
      hasPrefix('the payment method of pm_card_visa', intent.payment_method, 'pm_');
      const { status, amount, currency, payment_method_types, latest_charge, livemode } = intent;
      assert.deepEqual(
        { status, amount, currency, customer: intent.customer, payment_method_types },
        {
          status: 'requires_confirmation',
          amount: 1999,
          currency: 'eur',
          customer,
          payment_method_types: ['card'],
        },
        'a new intent has the given fields',
      );
      assert.equal(latest_charge, null, 'nothing is charged before the confirmation');
      assert.equal(livemode, false, 'this suite never runs against live payments');
    });

    it('createPaymentIntent accepts a card of the customer', async (processor) => {
      const customer = await newCustomer(processor);
      const card = await newCard(processor, customer);
      const intent = await mustSucceed(processor).createPaymentIntent(
        intentFields(customer, { payment_method: card.id, confirm: true }),
      );
      assert.deepEqual(
        [intent.payment_method, intent.status],
        [card.id, 'succeeded'],
        'the card_ id of an own card is a payment method',
      );
    });

    it('createPaymentIntent with confirm: true also charges', async (processor) => {
      const customer = await newCustomer(processor);
      const intent = await mustSucceed(processor).createPaymentIntent(
        intentFields(customer, { confirm: true }),
      );
      assert.equal(intent.status, 'succeeded', 'the intent is created and confirmed');
      hasPrefix('its latest_charge', intent.latest_charge, 'ch_');
    });

    for (const amount of exactAmounts) {
      it(`createPaymentIntent keeps the exact amount of ${amount} cents`, async (processor) => {
        const { id } = await newIntent(processor, { amount });
        const found = await mustSucceed(processor).retrievePaymentIntent({ payment_intent: id });
        assert.equal(found.amount, amount, 'the amount is in cents and unchanged');
      });
    }

    for (const [amount, code] of wrongAmounts) {
      it(`createPaymentIntent refuses ${amount} cents: ${code}`, async (processor) => {
        const customer = await newCustomer(processor);
        const task = processor.createPaymentIntent(intentFields(customer, { amount }));
        await failWith('createPaymentIntent', task, 'ProcessorRefused', {
          status: 400,
          code,
          param: 'amount',
        });
        assert.deepEqual(await intentsOf(processor, customer), [], 'a refused intent is not kept');
      });
    }

    it('createPaymentIntent refuses an unknown customer', async (processor) => {
      const task = processor.createPaymentIntent(intentFields(absent.customer));
      await failWith('createPaymentIntent', task, 'ProcessorRefused', missing('customer'));
    });

    it('createPaymentIntent refuses an unknown payment method', async (processor) => {
      const customer = await newCustomer(processor);
      const fields = intentFields(customer, { payment_method: absent.paymentMethod });
      await failWith(
        'createPaymentIntent',
        processor.createPaymentIntent(fields),
        'ProcessorRefused',
        missing('payment_method'),
      );
    });

    it("createPaymentIntent refuses another customer's card and charges nothing", async (processor) => {
      const customer = await newCustomer(processor);
      const payment_method = await foreignMethod(processor);
      const fields = intentFields(customer, { payment_method, confirm: true });
      await failWith(
        'createPaymentIntent',
        processor.createPaymentIntent(fields),
        'ProcessorRefused',
        {
          status: 400,
        },
      );
      assert.deepEqual(await intentsOf(processor, customer), [], 'a refused intent is not kept');
    });

    it('retrievePaymentIntent returns the intent', async (processor) => {
      const { id, customer } = await newIntent(processor);
      const found = await mustSucceed(processor).retrievePaymentIntent({ payment_intent: id });
      assert.deepEqual(
        [found.id, found.customer, found.status],
        [id, customer, 'requires_confirmation'],
        'a retrieved intent is the created one',
      );
    });

    it('retrievePaymentIntent does not find an unknown intent', async (processor) => {
      const task = processor.retrievePaymentIntent({ payment_intent: absent.paymentIntent });
      await failWith('retrievePaymentIntent', task, 'ProcessorRefused', notFound);
    });
  });
};
