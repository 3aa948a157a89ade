import { strict as assert } from 'node:assert';
import { RefundId } from '../../domain/ids.js';
import { Cents } from '../../domain/money.js';
import type { Suite } from '../suite.js';
import { failWith, succeed } from '../support/expect-outcome.js';
import { absent, proven } from '../support/ids.js';
import { newPayment, refundsOf } from '../support/new-payment.js';
import { paging } from './paging.js';

const cents = (amount: number) => proven(Cents, amount);

/** The list of an intent's refunds, and a refund by its id. */
export const refundList = (suite: Suite): void => {
  const { describe, it } = suite;

  describe('the list of refunds', () => {
    it('listRefunds returns only the refunds of the intent', async (processor) => {
      const [own, other] = [await newPayment(processor, 1000), await newPayment(processor, 1000)];
      await succeed('createRefund', processor.createRefund({ charge: other.charge }));
      assert.deepEqual(await refundsOf(processor, own.id), [], 'a new payment has no refunds');
      const refund = await succeed('createRefund', processor.createRefund({ charge: own.charge }));
      const ids = (await refundsOf(processor, own.id)).map(({ id }) => id);
      assert.deepEqual(ids, [refund.id], 'the list holds only the refunds of the intent');
    });

    it('retrieveRefund returns the refund', async (processor) => {
      const { charge } = await newPayment(processor, 1000);
      const task = processor.createRefund({ charge, amount: cents(300) });
      const made = await succeed('createRefund', task);
      await succeed('createRefund', processor.createRefund({ charge }));
      const refund = proven(RefundId, made.id);
      const read = await succeed('retrieveRefund', processor.retrieveRefund({ refund }));
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

    it('listRefunds does not find an unknown intent', async (processor) => {
      const task = processor.listRefunds({ payment_intent: absent.paymentIntent, limit: 10 });
      await failWith('listRefunds', task, 'ProcessorRefused', { code: 'resource_missing' });
    });

    paging(suite, 'refunds', {
      cursor: RefundId,
      absent: absent.refund,
      arrange: async (processor, count) => {
        const { id: payment_intent, charge } = await newPayment(processor, 1999);
        const ids: Array<string> = [];
        for (let made = 0; made < count; made += 1) {
          const task = processor.createRefund({ charge, amount: cents(100 + made) });
          ids.unshift((await succeed('createRefund', task)).id);
        }
        return { ids, list: (page) => processor.listRefunds({ payment_intent, ...page }) };
      },
    });
  });
};
