import { strict as assert } from 'node:assert';
import type { PaymentProcessor } from '../../application/ports/payment-processor.js';
import { PaymentIntentId } from '../../domain/ids.js';
import type { Subject, Suite } from '../suite.js';
import { failWith, mustSucceed, succeed } from '../support/expect-outcome.js';
import { fieldOf } from '../support/field-of.js';
import { absentFor, proven, uniqueKey } from '../support/ids.js';
import { newCustomer } from '../support/new-customer.js';
import { cents, newIntent, newPayment, payIntent } from '../support/new-payment.js';

const read = (processor: PaymentProcessor, payment_intent: PaymentIntentId) =>
  mustSucceed(processor).retrievePaymentIntent({ payment_intent });

const noteIn = (intent: object, key: string): unknown => fieldOf(fieldOf(intent, 'metadata'), key);

const twice = ({ given }: Subject) => cents(given.amounts[0] * 2);

/** Updates of payments that are not confirmed yet. */
export const updates = (suite: Suite): void => {
  const { describe, it, itWith, expected } = suite.needing('features.updates');

  describe('updates of a payment', () => {
    it('updatePaymentIntent changes the amount, which the confirmation then charges', async (processor) => {
      const { id: payment_intent } = await newIntent(processor);
      const amount = twice(processor);
      const updated = await mustSucceed(processor).updatePaymentIntent({ payment_intent, amount });
      assert.deepEqual([updated.id, updated.amount], [payment_intent, amount]);
      const paid = await payIntent(processor, payment_intent);
      assert.equal(paid.amount, amount, 'the confirmation is for the new amount');
    });

    it('updatePaymentIntent changes only the given fields', async (processor) => {
      const said = { description: 'Pedido 42', metadata: { order: '42', cart: '7' } };
      const { id: payment_intent } = await newIntent(processor, said);
      const before = await read(processor, payment_intent);
      await mustSucceed(processor).updatePaymentIntent({
        payment_intent,
        metadata: { cart: '8', coupon: 'A' },
      });
      const after = await read(processor, payment_intent);
      assert.deepEqual(
        ['order', 'cart', 'coupon'].map((key) => noteIn(after, key)),
        ['42', '8', 'A'],
        'other keys stay',
      );
      assert.deepEqual(
        [after.amount, after.status, after.description],
        [before.amount, before.status, 'Pedido 42'],
        'other fields stay',
      );
    });

    it('updatePaymentIntent removes a metadata key whose text is empty', async (processor) => {
      const { id: payment_intent } = await newIntent(processor, {
        metadata: { order: '42', cart: '7' },
      });
      const updated = await mustSucceed(processor).updatePaymentIntent({
        payment_intent,
        metadata: { cart: '' },
      });
      assert.deepEqual(
        ['order', 'cart'].map((key) => noteIn(updated, key)),
        ['42', undefined],
      );
    });

    itWith(
      ['features.methodChoice', 'features.customers'],
      'updatePaymentIntent names the customer of a guest, and what the page may offer',
      async (processor) => {
        const { amounts, currency } = processor.given;
        const { createPaymentIntent, updatePaymentIntent } = mustSucceed(processor);
        const { id } = await createPaymentIntent({
          amount: cents(amounts[0]),
          currency,
          payment_methods: 'automatic',
          confirmation_method: 'automatic',
          confirm: false,
        });
        const customer = await newCustomer(processor);
        const updated = await updatePaymentIntent({
          payment_intent: proven(PaymentIntentId, id),
          customer,
        });
        assert.equal(updated.customer, customer);
      },
    );

    it('updatePaymentIntent refuses an amount of a payment that was confirmed, and changes nothing', async (processor) => {
      const [amount] = processor.given.amounts;
      const { id: payment_intent } = await newPayment(processor, amount);
      const task = processor.updatePaymentIntent({ payment_intent, amount: twice(processor) });
      await failWith('updatePaymentIntent', task, 'ProcessorRefused', expected.wrongState);
      assert.equal((await read(processor, payment_intent)).amount, amount);
    });

    it('updatePaymentIntent refuses an unknown payment', async (processor) => {
      const task = processor.updatePaymentIntent({
        payment_intent: absentFor(processor).paymentIntent,
        amount: twice(processor),
      });
      await failWith('updatePaymentIntent', task, 'ProcessorRefused', expected.notFound);
    });

    it('updatePaymentIntent with a repeated key updates once', async (processor) => {
      const { id: payment_intent } = await newIntent(processor);
      const { updatePaymentIntent } = mustSucceed(processor);
      const [key, amount] = [uniqueKey(), twice(processor)];
      const first = await updatePaymentIntent({ payment_intent, amount }, key);
      const usual = cents(processor.given.amounts[0]);
      await updatePaymentIntent({ payment_intent, amount: usual });
      const again = await updatePaymentIntent({ payment_intent, amount }, key);
      assert.deepEqual(again, first, 'a repeated key returns the first answer');
      assert.equal((await read(processor, payment_intent)).amount, usual, 'and changes nothing');
    });

    it('updatePaymentIntent does nothing before its TaskEither runs', async (processor) => {
      const { id: payment_intent } = await newIntent(processor);
      const amount = twice(processor);
      const task = processor.updatePaymentIntent({ payment_intent, amount });
      assert.notEqual((await read(processor, payment_intent)).amount, amount);
      await succeed('updatePaymentIntent', task);
      assert.equal((await read(processor, payment_intent)).amount, amount);
    });
  });
};
