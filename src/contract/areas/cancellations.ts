import { strict as assert } from 'node:assert';
import type { PaymentProcessor } from '../../application/ports/payment-processor.js';
import type { PaymentIntentId } from '../../domain/ids.js';
import type { Need, Subject, Suite } from '../suite.js';
import { failWith, mustSucceed } from '../support/expect-outcome.js';
import { absentFor } from '../support/ids.js';
import { newHold, newIntent, newPayment } from '../support/new-payment.js';

type Arrange = (processor: Subject) => Promise<PaymentIntentId>;

type Case = {
  readonly status: string;
  readonly needs?: ReadonlyArray<Need>;
  readonly arrange: Arrange;
};

const cancelable: ReadonlyArray<Case> = [
  {
    status: 'requires_confirmation',
    arrange: async (processor) => (await newIntent(processor)).id,
  },
  {
    status: 'requires_payment_method',
    needs: ['fixtures.declined'],
    arrange: async (processor) => {
      const { id } = await newIntent(processor, { outcome: 'declined' });
      const task = processor.confirmPaymentIntent({ payment_intent: id });
      await failWith('confirmPaymentIntent', task, 'CardError');
      return id;
    },
  },
  {
    status: 'requires_action',
    needs: ['fixtures.needsCustomer'],
    arrange: async (processor) => {
      const { id } = await newIntent(processor, { outcome: 'needsCustomer' });
      await mustSucceed(processor).confirmPaymentIntent({ payment_intent: id });
      return id;
    },
  },
  {
    status: 'requires_capture',
    needs: ['features.capture'],
    arrange: (processor) => newHold(processor, processor.given.amounts[0]),
  },
];

const final: ReadonlyArray<Case> = [
  {
    status: 'succeeded',
    arrange: async (processor) => (await newPayment(processor, processor.given.amounts[0])).id,
  },
  {
    status: 'canceled',
    arrange: async (processor) => {
      const { id } = await newIntent(processor);
      await mustSucceed(processor).cancelPaymentIntent({ payment_intent: id });
      return id;
    },
  },
];

const statusOf = async (processor: PaymentProcessor, payment_intent: PaymentIntentId) =>
  (await mustSucceed(processor).retrievePaymentIntent({ payment_intent })).status;

/** Cancellation of payment intents. */
export const cancellations = ({ describe, it, itWith, expected }: Suite): void => {
  describe('cancellation', () => {
    for (const { status, needs = [], arrange } of cancelable) {
      itWith(needs, `cancelPaymentIntent cancels an intent in ${status}`, async (processor) => {
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

    for (const { status, arrange } of final) {
      it(`cancelPaymentIntent refuses an intent in ${status}`, async (processor) => {
        const payment_intent = await arrange(processor);
        const task = processor.cancelPaymentIntent({ payment_intent });
        await failWith('cancelPaymentIntent', task, 'ProcessorRefused', expected.wrongState);
        assert.equal(await statusOf(processor, payment_intent), status, 'nothing has changed');
      });
    }

    it('cancelPaymentIntent does not find an unknown intent', async (processor) => {
      const { paymentIntent: payment_intent } = absentFor(processor);
      const task = processor.cancelPaymentIntent({ payment_intent });
      await failWith('cancelPaymentIntent', task, 'ProcessorRefused', expected.notFound);
    });
  });
};
