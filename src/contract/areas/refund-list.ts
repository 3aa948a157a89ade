import { strict as assert } from 'node:assert';
import { RefundId } from '../../domain/ids.js';
import type { Suite } from '../suite.js';
import { failWith, mustSucceed } from '../support/expect-outcome.js';
import { absent, proven } from '../support/ids.js';
import { cents, newPayment, refundsOf } from '../support/new-payment.js';
import { paging } from './paging.js';

/** The list of an intent's refunds, a refund by its id, and the charge that is refunded. */
export const refundList = (suite: Suite): void => {
  const { describe, it } = suite;

  describe('the list of refunds', () => {
    it('listRefunds returns only the refunds of the intent', async (processor) => {
      const [own, other] = [await newPayment(processor, 1000), await newPayment(processor, 1000)];
      await mustSucceed(processor).createRefund({ charge: other.charge });
      assert.deepEqual(await refundsOf(processor, own.id), [], 'a new payment has no refunds');
      const refund = await mustSucceed(processor).createRefund({ charge: own.charge });
      const ids = (await refundsOf(processor, own.id)).map(({ id }) => id);
      assert.deepEqual(ids, [refund.id], 'the list holds only the refunds of the intent');
    });

    it('retrieveRefund returns the refund', async (processor) => {
      const { charge } = await newPayment(processor, 1000);
      const made = await mustSucceed(processor).createRefund({ charge, amount: cents(300) });
      await mustSucceed(processor).createRefund({ charge });
      const refund = proven(RefundId, made.id);
      const read = await mustSucceed(processor).retrieveRefund({ refund });
      assert.deepEqual(
        [read.id, read.amount, read.charge],
        [made.id, 300, charge],
        'retrieveRefund returns the refund of the id',
      );
    });

    it('retrieveRefund does not find an unknown refund', async (processor) => {
      const task = processor.retrieveRefund({ refund: absent.refund });
      await failWith('retrieveRefund', task, 'ProcessorRefused', { code: 'resource_missing' });
    });

    it('retrieveCharge returns the charge, with its currency and what was refunded', async (processor) => {
      const [paid, other] = [await newPayment(processor, 1000), await newPayment(processor, 500)];
      const { charge, id: payment_intent } = paid;
      await mustSucceed(processor).createRefund({ charge, amount: cents(300) });
      await mustSucceed(processor).createRefund({ charge: other.charge });
      const read = await mustSucceed(processor).retrieveCharge({ charge });
      const { id, amount, amount_captured, amount_refunded, currency } = read;
      assert.deepEqual(
        { id, amount, amount_captured, amount_refunded, currency, of: read.payment_intent },
        {
          id: charge,
          amount: 1000,
          amount_captured: 1000,
          amount_refunded: 300,
          currency: 'eur',
          of: payment_intent,
        },
        'retrieveCharge returns the charge of the id as it is now',
      );
    });

    it('retrieveCharge does not find an unknown charge', async (processor) => {
      const task = processor.retrieveCharge({ charge: absent.charge });
      await failWith('retrieveCharge', task, 'ProcessorRefused', { code: 'resource_missing' });
    });

    it('listRefunds does not find an unknown intent', async (processor) => {
      const task = processor.listRefunds({ payment_intent: absent.paymentIntent, limit: 10 });
      await failWith('listRefunds', task, 'ProcessorRefused', { code: 'resource_missing' });
    });

    paging(suite, 'refunds', {
      cursor: RefundId,
      absent: absent.refund,
      arrange: async (processor) => {
        const { id: payment_intent, charge } = await newPayment(processor, 1999);
        const { createRefund } = mustSucceed(processor);
        return {
          add: async () => (await createRefund({ charge, amount: cents(100) })).id,
          list: (page) => processor.listRefunds({ payment_intent, ...page }),
        };
      },
    });
  });
};
