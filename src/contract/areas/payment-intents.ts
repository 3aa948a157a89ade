import { strict as assert } from 'node:assert';
import { PaymentIntentId } from '../../domain/ids.js';
import type { Subject, Suite } from '../suite.js';
import { failWith, mustSucceed } from '../support/expect-outcome.js';
import { absentFor, proven } from '../support/ids.js';
import { metadataIn } from '../support/metadata-in.js';
import { newCard } from '../support/new-card.js';
import { newCustomer } from '../support/new-customer.js';
import { cents, intentFields, intentsOf, listsIntents, newIntent } from '../support/new-payment.js';

const foreignMethod = async (processor: Subject) =>
  (await newCard(processor, await newCustomer(processor))).id;

/** Payment intents: create and retrieve. */
export const paymentIntents = ({ describe, it, itWith, expected }: Suite): void => {
  describe('payment intents', () => {
    it('createPaymentIntent returns an intent in requires_confirmation', async (processor) => {
      const fields = await intentFields(processor);
      const intent = await mustSucceed(processor).createPaymentIntent(fields);
      expected.isId('the id of an intent', intent.id, 'payment_intent');
      const { status, amount, currency } = intent;
      assert.deepEqual(
        { status, amount, currency, customer: intent.customer ?? undefined },
        {
          status: 'requires_confirmation',
          amount: processor.given.amounts[0],
          currency: processor.given.currency,
          customer: fields.customer,
        },
        'a new intent has the given fields',
      );
      assert.equal(
        intent.latest_charge ?? null,
        null,
        'nothing is charged before the confirmation',
      );
      assert.equal(intent.livemode ?? false, false, 'this suite never runs against live payments');
    });

    it('createPaymentIntent returns another id each time', async (processor) => {
      const fields = await intentFields(processor);
      const { createPaymentIntent } = mustSucceed(processor);
      const ids = [await createPaymentIntent(fields), await createPaymentIntent(fields)];
      assert.notEqual(ids[0]?.id, ids[1]?.id, 'two payments have two ids');
    });

    itWith(
      ['features.customers', 'features.savedCards', 'fixtures.cardToken'],
      'createPaymentIntent accepts a card of the customer',
      async (processor) => {
        const customer = await newCustomer(processor);
        const { id: payment_method } = await newCard(processor, customer);
        const fields = await intentFields(processor, { customer, payment_method });
        const intent = await mustSucceed(processor).createPaymentIntent(fields);
        assert.equal(intent.payment_method, payment_method, 'an own card is a payment method');
      },
    );

    itWith(
      ['features.confirmOnCreation', 'fixtures.approved'],
      'createPaymentIntent with confirm: true also charges',
      async (processor) => {
        const fields = await intentFields(processor, { confirm: true });
        const intent = await mustSucceed(processor).createPaymentIntent(fields);
        assert.equal(intent.status, 'succeeded', 'the intent is created and confirmed');
        expected.isId('its latest_charge', intent.latest_charge, 'charge');
      },
    );

    it('createPaymentIntent keeps the exact amount, in minor units', async (processor) => {
      for (const amount of processor.given.amounts) {
        const { id } = await newIntent(processor, { amount });
        const found = await mustSucceed(processor).retrievePaymentIntent({ payment_intent: id });
        assert.equal(found.amount, amount, 'the amount is in minor units and unchanged');
      }
    });

    itWith(
      ['fixtures.refusedAmounts'],
      'createPaymentIntent refuses amounts that are too small or too large',
      async (processor) => {
        const fields = await intentFields(processor);
        for (const amount of processor.given.refusedAmounts) {
          const task = processor.createPaymentIntent({ ...fields, amount: cents(amount) });
          await failWith(
            `createPaymentIntent of ${amount}`,
            task,
            'ProcessorRefused',
            expected.invalid,
          );
        }
        if (!listsIntents(processor)) return;
        assert.deepEqual(
          await intentsOf(processor, fields.customer),
          [],
          'a refused intent is not kept',
        );
      },
    );

    itWith(
      ['features.customers'],
      'createPaymentIntent refuses an unknown customer',
      async (processor) => {
        const fields = await intentFields(processor);
        const { customer } = absentFor(processor);
        await failWith(
          'createPaymentIntent',
          processor.createPaymentIntent({ ...fields, customer }),
          'ProcessorRefused',
          expected.missing('customer'),
        );
      },
    );

    itWith(
      ['features.savedCards'],
      'createPaymentIntent refuses an unknown payment method',
      async (processor) => {
        const fields = await intentFields(processor);
        const { paymentMethod: payment_method } = absentFor(processor);
        await failWith(
          'createPaymentIntent',
          processor.createPaymentIntent({ ...fields, payment_method }),
          'ProcessorRefused',
          expected.missing('payment_method'),
        );
      },
    );

    itWith(
      ['features.customers', 'features.savedCards', 'features.lists', 'fixtures.cardToken'],
      "createPaymentIntent refuses another customer's card and charges nothing",
      async (processor) => {
        const customer = await newCustomer(processor);
        const payment_method = await foreignMethod(processor);
        const confirm = processor.given.has('confirmOnCreation');
        const fields = await intentFields(processor, { customer, payment_method, confirm });
        await failWith(
          'createPaymentIntent',
          processor.createPaymentIntent(fields),
          'ProcessorRefused',
          expected.invalid,
        );
        assert.deepEqual(await intentsOf(processor, customer), [], 'a refused intent is not kept');
      },
    );

    it('createPaymentIntent keeps metadata', async (processor) => {
      const metadata = { order: '6735', café: 'con leche & azúcar = 100%' };
      const fields = await intentFields(processor, { metadata });
      const created = await mustSucceed(processor).createPaymentIntent(fields);
      const payment_intent = proven(PaymentIntentId, created.id);
      const found = await mustSucceed(processor).retrievePaymentIntent({ payment_intent });
      for (const object of [created, found]) {
        assert.deepEqual(metadataIn(object), metadata, 'metadata is kept unchanged');
      }
    });

    it('retrievePaymentIntent returns the intent', async (processor) => {
      const { id, payer } = await newIntent(processor);
      const found = await mustSucceed(processor).retrievePaymentIntent({ payment_intent: id });
      assert.deepEqual(
        [found.id, found.customer ?? undefined, found.status],
        [id, payer, 'requires_confirmation'],
        'a retrieved intent is the created one',
      );
    });

    it('retrievePaymentIntent does not find an unknown intent', async (processor) => {
      const { paymentIntent: payment_intent } = absentFor(processor);
      const task = processor.retrievePaymentIntent({ payment_intent });
      await failWith('retrievePaymentIntent', task, 'ProcessorRefused', expected.notFound);
    });
  });
};
