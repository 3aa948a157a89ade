import { strict as assert } from 'node:assert';
import type { PaymentProcessor } from '../../application/ports/payment-processor.js';
import type { PaymentIntentId } from '../../domain/ids.js';
import type { Suite } from '../suite.js';
import { failWith, mustSucceed, notFound, wrongState } from '../support/expect-outcome.js';
import { absent } from '../support/ids.js';
import { cents, chargeOf, newHold, newIntent, newPayment } from '../support/new-payment.js';

const intentNow = (processor: PaymentProcessor, payment_intent: PaymentIntentId) =>
  mustSucceed(processor).retrievePaymentIntent({ payment_intent });

type Arrange = (processor: PaymentProcessor) => Promise<PaymentIntentId>;

const nothingHeld: ReadonlyArray<readonly [string, Arrange]> = [
  [
    'waits for its confirmation',
    async (processor) => (await newIntent(processor, { capture_method: 'manual' })).id,
  ],
  ['was charged at once', async (processor) => (await newPayment(processor, 1999)).id],
  [
    'was captured before',
    async (processor) => {
      const payment_intent = await newHold(processor, 1999);
      await mustSucceed(processor).capturePaymentIntent({
        payment_intent,
        amount_to_capture: cents(500),
      });
      return payment_intent;
    },
  ],
  [
    'was canceled',
    async (processor) => {
      const payment_intent = await newHold(processor, 1999);
      await mustSucceed(processor).cancelPaymentIntent({ payment_intent });
      return payment_intent;
    },
  ],
];

/** Payments that are authorized first and captured later. */
export const captures = ({ describe, it }: Suite): void => {
  describe('capture', () => {
    for (const confirm of [true, false]) {
      it(`${confirm ? 'createPaymentIntent' : 'confirmPaymentIntent'} with capture_method manual holds the amount without capturing it`, async (processor) => {
        const { id: payment_intent } = await newIntent(processor, {
          capture_method: 'manual',
          confirm,
        });
        if (!confirm) {
          await mustSucceed(processor).confirmPaymentIntent({ payment_intent });
        }
        const held = await intentNow(processor, payment_intent);
        assert.deepEqual(
          [held.status, held.amount_capturable, held.amount_received, held.capture_method],
          ['requires_capture', 1999, 0, 'manual'],
          'the held amount can be captured, and nothing is received yet',
        );
        const { captured, amount_captured } = await chargeOf(processor, payment_intent);
        assert.deepEqual([captured, amount_captured], [false, 0], 'the charge is not captured');
      });
    }

    it('capturePaymentIntent without an amount captures the whole held amount', async (processor) => {
      const payment_intent = await newHold(processor, 1999);
      const captured = await mustSucceed(processor).capturePaymentIntent({ payment_intent });
      for (const intent of [captured, await intentNow(processor, payment_intent)]) {
        assert.deepEqual(
          [intent.id, intent.status, intent.amount_received, intent.amount_capturable],
          [payment_intent, 'succeeded', 1999, 0],
          'the captured intent has received the held amount',
        );
      }
      const charge = await chargeOf(processor, payment_intent);
      assert.deepEqual(
        [charge.captured, charge.amount_captured],
        [true, 1999],
        'its charge is captured in full',
      );
    });

    it('capturePaymentIntent with an amount captures that amount and releases the rest', async (processor) => {
      const payment_intent = await newHold(processor, 1999);
      const captured = await mustSucceed(processor).capturePaymentIntent({
        payment_intent,
        amount_to_capture: cents(1200),
      });
      assert.deepEqual(
        [captured.status, captured.amount, captured.amount_received, captured.amount_capturable],
        ['succeeded', 1999, 1200, 0],
        'the amount is in minor units, and nothing more can be captured',
      );
      assert.equal((await chargeOf(processor, payment_intent)).amount_captured, 1200);
    });

    it('capturePaymentIntent refuses more than the held amount and captures nothing', async (processor) => {
      const payment_intent = await newHold(processor, 1999);
      const task = processor.capturePaymentIntent({
        payment_intent,
        amount_to_capture: cents(2000),
      });
      await failWith('capturePaymentIntent', task, 'ProcessorRefused', {
        status: 400,
        code: 'amount_too_large',
      });
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
        await failWith('capturePaymentIntent', task, 'ProcessorRefused', wrongState);
        const after = await intentNow(processor, payment_intent);
        assert.deepEqual(
          [after.status, after.amount_received],
          [before.status, before.amount_received],
          'nothing has changed',
        );
      });
    }

    it('capturePaymentIntent does not find an unknown intent', async (processor) => {
      const task = processor.capturePaymentIntent({ payment_intent: absent.paymentIntent });
      await failWith('capturePaymentIntent', task, 'ProcessorRefused', notFound);
    });
  });
};
