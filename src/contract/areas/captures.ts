import { strict as assert } from 'node:assert';
import type { PaymentProcessor } from '../../application/ports/payment-processor.js';
import type { PaymentIntentId } from '../../domain/ids.js';
import type { Subject, Suite } from '../suite.js';
import { failWith, mustSucceed } from '../support/expect-outcome.js';
import { absentFor } from '../support/ids.js';
import {
  cents,
  chargeOf,
  newHold,
  newIntent,
  newPayment,
  payIntent,
} from '../support/new-payment.js';

const intentNow = (processor: PaymentProcessor, payment_intent: PaymentIntentId) =>
  mustSucceed(processor).retrievePaymentIntent({ payment_intent });

type Arrange = (processor: Subject) => Promise<PaymentIntentId>;

const usualHold: Arrange = (processor) => newHold(processor, processor.given.amounts[0]);

const part = (amount: number) => cents(Math.floor(amount / 4));

const nothingHeld: ReadonlyArray<readonly [string, Arrange]> = [
  [
    'waits for its confirmation',
    async (processor) => (await newIntent(processor, { capture_method: 'manual' })).id,
  ],
  [
    'was charged at once',
    async (processor) => (await newPayment(processor, processor.given.amounts[0])).id,
  ],
  [
    'was captured before',
    async (processor) => {
      const payment_intent = await usualHold(processor);
      await mustSucceed(processor).capturePaymentIntent({
        payment_intent,
        amount_to_capture: part(processor.given.amounts[0]),
      });
      return payment_intent;
    },
  ],
  [
    'was canceled',
    async (processor) => {
      const payment_intent = await usualHold(processor);
      await mustSucceed(processor).cancelPaymentIntent({ payment_intent });
      return payment_intent;
    },
  ],
];

const isHeld = async (processor: Subject, payment_intent: PaymentIntentId) => {
  const [amount] = processor.given.amounts;
  const held = await intentNow(processor, payment_intent);
  assert.deepEqual(
    [held.status, held.amount_capturable, held.amount_received, held.capture_method],
    ['requires_capture', amount, 0, 'manual'],
    'the held amount can be captured, and nothing is received yet',
  );
  const { captured, amount_captured } = await chargeOf(processor, payment_intent);
  assert.deepEqual([captured, amount_captured], [false, 0], 'the charge is not captured');
};

/** Payments that are authorized first and captured later. */
export const captures = (suite: Suite): void => {
  const { describe, it, itWith, expected } = suite.needing('features.capture');

  describe('capture', () => {
    itWith(
      ['features.confirmOnCreation', 'fixtures.approved'],
      'createPaymentIntent with capture_method manual holds the amount without capturing it',
      async (processor) => {
        const { id } = await newIntent(processor, { capture_method: 'manual', confirm: true });
        await isHeld(processor, id);
      },
    );

    it('confirmPaymentIntent with capture_method manual holds the amount without capturing it', async (processor) => {
      const { id } = await newIntent(processor, { capture_method: 'manual' });
      await payIntent(processor, id);
      await isHeld(processor, id);
    });

    it('capturePaymentIntent without an amount captures the whole held amount', async (processor) => {
      const [amount] = processor.given.amounts;
      const payment_intent = await usualHold(processor);
      const captured = await mustSucceed(processor).capturePaymentIntent({ payment_intent });
      for (const intent of [captured, await intentNow(processor, payment_intent)]) {
        assert.deepEqual(
          [intent.id, intent.status, intent.amount_received, intent.amount_capturable],
          [payment_intent, 'succeeded', amount, 0],
          'the captured intent has received the held amount',
        );
      }
      const charge = await chargeOf(processor, payment_intent);
      assert.deepEqual(
        [charge.captured, charge.amount_captured],
        [true, amount],
        'its charge is captured in full',
      );
    });

    it('capturePaymentIntent with an amount captures that amount and releases the rest', async (processor) => {
      const [amount] = processor.given.amounts;
      const payment_intent = await usualHold(processor);
      const captured = await mustSucceed(processor).capturePaymentIntent({
        payment_intent,
        amount_to_capture: part(amount),
      });
      assert.deepEqual(
        [captured.status, captured.amount, captured.amount_received, captured.amount_capturable],
        ['succeeded', amount, part(amount), 0],
        'the amount is in minor units, and nothing more can be captured',
      );
      assert.equal(
        (await chargeOf(processor, payment_intent)).amount_captured,
        part(amount),
        'the charge has the captured amount',
      );
    });

    it('capturePaymentIntent refuses more than the held amount and captures nothing', async (processor) => {
      const payment_intent = await usualHold(processor);
      const task = processor.capturePaymentIntent({
        payment_intent,
        amount_to_capture: cents(processor.given.amounts[0] + 1),
      });
      await failWith('capturePaymentIntent', task, 'ProcessorRefused', expected.captureTooLarge);
      const held = await intentNow(processor, payment_intent);
      assert.deepEqual(
        [held.status, held.amount_received],
        ['requires_capture', 0],
        'nothing has changed',
      );
    });

    for (const [what, arrange] of nothingHeld) {
      it(`capturePaymentIntent refuses an intent that ${what}`, async (processor) => {
        const payment_intent = await arrange(processor);
        const before = await intentNow(processor, payment_intent);
        const task = processor.capturePaymentIntent({ payment_intent });
        await failWith('capturePaymentIntent', task, 'ProcessorRefused', expected.wrongState);
        const after = await intentNow(processor, payment_intent);
        assert.deepEqual(
          [after.status, after.amount_received],
          [before.status, before.amount_received],
          'nothing has changed',
        );
      });
    }

    it('capturePaymentIntent does not find an unknown intent', async (processor) => {
      const { paymentIntent: payment_intent } = absentFor(processor);
      const task = processor.capturePaymentIntent({ payment_intent });
      await failWith('capturePaymentIntent', task, 'ProcessorRefused', expected.notFound);
    });
  });
};
