import { strict as assert } from 'node:assert';
import type { PaymentProcessor } from '../../application/ports/payment-processor.js';
import type { PaymentIntentId } from '../../domain/ids.js';
import { cancellationReasons } from '../../domain/payment-intent.js';
import type { Suite } from '../suite.js';
import { failWith, mustSucceed, notFound, wrongState } from '../support/expect-outcome.js';
import { fieldOf } from '../support/field-of.js';
import { absent } from '../support/ids.js';
import { newHold, newIntent, newPayment } from '../support/new-payment.js';

type Arrange = (processor: PaymentProcessor) => Promise<PaymentIntentId>;

const cancelable: ReadonlyArray<readonly [string, Arrange]> = [
  ['requires_confirmation', async (processor) => (await newIntent(processor)).id],
  [
    'requires_payment_method',
    async (processor) => {
      const { id } = await newIntent(processor, { payment_method: 'pm_card_visa_chargeDeclined' });
      const task = processor.confirmPaymentIntent({ payment_intent: id });
      await failWith('confirmPaymentIntent', task, 'CardError');
      return id;
    },
  ],
  [
    'requires_action',
    async (processor) => {
      const payment_method = 'pm_card_authenticationRequired';
      return (await newIntent(processor, { payment_method, confirm: true })).id;
    },
  ],
  ['requires_capture', (processor) => newHold(processor, 1999)],
];

const final: ReadonlyArray<readonly [string, Arrange]> = [
  ['succeeded', async (processor) => (await newPayment(processor, 1999)).id],
  [
    'canceled',
    async (processor) => {
      const { id } = await newIntent(processor);
      await mustSucceed(processor).cancelPaymentIntent({ payment_intent: id });
      return id;
    },
  ],
];

const statusOf = async (processor: PaymentProcessor, payment_intent: PaymentIntentId) =>
  (await mustSucceed(processor).retrievePaymentIntent({ payment_intent })).status;

/** Cancellation of payment intents. */
export const cancellations = ({ describe, it }: Suite): void => {
  describe('cancellation', () => {
    for (const [status, arrange] of cancelable) {
      it(`cancelPaymentIntent cancels an intent in ${status}`, async (processor) => {
        const payment_intent = await arrange(processor);
        assert.equal(await statusOf(processor, payment_intent), status, 'the intent is prepared');
        const canceled = await mustSucceed(processor).cancelPaymentIntent({ payment_intent });
        assert.deepEqual(
          [canceled.id, canceled.status],
          [payment_intent, 'canceled'],
          'the answer is the canceled intent',
        );
        assert.equal(await statusOf(processor, payment_intent), 'canceled', 'it stays canceled');
      });
    }

    for (const [status, arrange] of final) {
      it(`cancelPaymentIntent refuses an intent in ${status}`, async (processor) => {
        const payment_intent = await arrange(processor);
        const task = processor.cancelPaymentIntent({ payment_intent });
        await failWith('cancelPaymentIntent', task, 'ProcessorRefused', wrongState);
        assert.equal(await statusOf(processor, payment_intent), status, 'nothing has changed');
      });
    }

    for (const cancellation_reason of cancellationReasons) {
      it(`cancelPaymentIntent keeps the reason ${cancellation_reason}`, async (processor) => {
        const { id: payment_intent } = await newIntent(processor);
        const canceled = await mustSucceed(processor).cancelPaymentIntent({
          payment_intent,
          cancellation_reason,
        });
        assert.equal(
          fieldOf(canceled, 'cancellation_reason'),
          cancellation_reason,
          'the canceled intent has the reason',
        );
      });
    }

    it('cancelPaymentIntent does not find an unknown intent', async (processor) => {
      const task = processor.cancelPaymentIntent({ payment_intent: absent.paymentIntent });
      await failWith('cancelPaymentIntent', task, 'ProcessorRefused', notFound);
    });
  });
};
