import { strict as assert } from 'node:assert';
import { RefundId } from '../../domain/ids.js';
import type { Suite } from '../suite.js';
import { failWith, mustSucceed } from '../support/expect-outcome.js';
import { absentFor, proven } from '../support/ids.js';
import { cents, newPayment, refundsOf } from '../support/new-payment.js';
import { paging } from './paging.js';

/** The list of an intent's refunds, a refund by its id, and the charge that is refunded. */
export const refundList = (suite: Suite): void => {
  const { describe, it, itWith } = suite;

  describe('the list of refunds', () => {
    itWith(
      ['features.lists'],
      'listRefunds returns only the refunds of the intent',
      async (processor) => {
        const [amount] = processor.given.amounts;
        const own = await newPayment(processor, amount);
        const other = await newPayment(processor, amount);
        await mustSucceed(processor).createRefund({ charge: other.charge });
        assert.deepEqual(await refundsOf(processor, own.id), [], 'a new payment has no refunds');
        const refund = await mustSucceed(processor).createRefund({ charge: own.charge });
        const ids = (await refundsOf(processor, own.id)).map(({ id }) => id);
        assert.deepEqual(ids, [refund.id], 'the list holds only the refunds of the intent');
      },
    );

    it('retrieveRefund returns the refund', async (processor) => {
      const { given } = processor;
      const [amount] = given.amounts;
      const refunded = given.has('partialRefunds') ? Math.floor((amount * 3) / 10) : amount;
      const { charge } = await newPayment(processor, amount);
      const made = await mustSucceed(processor).createRefund({ charge, amount: cents(refunded) });
      const later = refunded < amount ? charge : (await newPayment(processor, amount)).charge;
      await mustSucceed(processor).createRefund({ charge: later });
      const refund = proven(RefundId, made.id);
      const read = await mustSucceed(processor).retrieveRefund({ refund });
      assert.deepEqual(
        [read.id, read.amount, read.charge],
        [made.id, refunded, charge],
        'retrieveRefund returns the refund of the id',
      );
    });

    it('retrieveRefund does not find an unknown refund', async (processor) => {
      const { refund } = absentFor(processor);
      const task = processor.retrieveRefund({ refund });
      await failWith('retrieveRefund', task, 'ProcessorRefused', { code: 'resource_missing' });
    });

    it('retrieveCharge returns the charge, with its currency and what was refunded', async (processor) => {
      const { given } = processor;
      const [amount] = given.amounts;
      const refunded = given.has('partialRefunds') ? Math.floor((amount * 3) / 10) : amount;
      const { charge, id: payment_intent } = await newPayment(processor, amount);
      const other = await newPayment(processor, amount);
      await mustSucceed(processor).createRefund({ charge, amount: cents(refunded) });
      await mustSucceed(processor).createRefund({ charge: other.charge });
      const read = await mustSucceed(processor).retrieveCharge({ charge });
      const { id, amount_captured = amount, amount_refunded, currency } = read;
      assert.deepEqual(
        {
          id,
          amount: read.amount,
          amount_captured,
          amount_refunded,
          currency,
          of: read.payment_intent,
        },
        {
          id: charge,
          amount,
          amount_captured: amount,
          amount_refunded: refunded,
          currency: given.currency,
          of: payment_intent,
        },
        'retrieveCharge returns the charge of the id as it is now',
      );
    });

    it('retrieveCharge does not find an unknown charge', async (processor) => {
      const { charge } = absentFor(processor);
      const task = processor.retrieveCharge({ charge });
      await failWith('retrieveCharge', task, 'ProcessorRefused', { code: 'resource_missing' });
    });

    itWith(['features.lists'], 'listRefunds does not find an unknown intent', async (processor) => {
      const { paymentIntent: payment_intent } = absentFor(processor);
      const task = processor.listRefunds({ payment_intent, limit: 10 });
      await failWith('listRefunds', task, 'ProcessorRefused', { code: 'resource_missing' });
    });

    paging(suite.needing('features.lists', 'features.partialRefunds'), 'refunds', {
      cursor: RefundId,
      kind: 'refund',
      arrange: async (processor) => {
        const [amount] = processor.given.amounts;
        const { id: payment_intent, charge } = await newPayment(processor, amount);
        const input = { charge, amount: cents(Math.floor(amount / 10)) };
        return {
          add: async () => (await mustSucceed(processor).createRefund(input)).id,
          list: (page) => processor.listRefunds({ payment_intent, ...page }),
        };
      },
    });
  });
};
