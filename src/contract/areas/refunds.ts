import { strict as assert } from 'node:assert';
import * as E from 'fp-ts/lib/Either.js';
import { ChargeId, RefundId } from '../../domain/ids.js';
import { refundReasons } from '../../domain/refund.js';
import type { Suite } from '../suite.js';
import { failWith, mustSucceed } from '../support/expect-outcome.js';
import { fieldOf } from '../support/field-of.js';
import { absent, hasPrefix, proven } from '../support/ids.js';
import { cardByNumber } from '../support/new-card.js';
import { newCustomer } from '../support/new-customer.js';
import { cents, chargeOf, newIntent, newPayment, refundsOf } from '../support/new-payment.js';

const settling = [
  ['4000000000007726', 'pending', 'succeeded', 1999],
  ['4000000000005126', 'succeeded', 'failed', 0],
] as const;

const total = (refunds: ReadonlyArray<{ readonly amount: number }>) =>
  refunds.reduce((sum, { amount }) => sum + amount, 0);

/** Refunds. */
export const refunds = ({ describe, it, itWith }: Suite): void => {
  describe('refunds', () => {
    it('createRefund without an amount refunds the whole charge', async (processor) => {
      const { id, charge } = await newPayment(processor, 1999);
      const refund = await mustSucceed(processor).createRefund({ charge });
      hasPrefix('the id of a refund', refund.id, 're_');
      const { amount, currency, status } = refund;
      assert.deepEqual(
        { amount, currency, status, charge: refund.charge, payment_intent: refund.payment_intent },
        { amount: 1999, currency: 'eur', status: 'succeeded', charge, payment_intent: id },
        'a refund names its amount, its charge and its intent',
      );
      const { amount_refunded, refunded } = await chargeOf(processor, id);
      assert.deepEqual([amount_refunded, refunded], [1999, true], 'the charge is refunded');
    });

    it('createRefund with an amount refunds that amount, and a later one the rest', async (processor) => {
      const { id, charge } = await newPayment(processor, 1000);
      const part = await mustSucceed(processor).createRefund({ charge, amount: cents(300) });
      assert.equal(part.amount, 300, 'the amount is in cents (decision P11)');
      const partly = await chargeOf(processor, id);
      assert.deepEqual(
        [partly.amount_refunded, partly.refunded],
        [300, false],
        'a partial refund only raises amount_refunded',
      );
      const rest = await mustSucceed(processor).createRefund({ charge });
      assert.equal(rest.amount, 700, 'without an amount the rest is refunded');
      const wholly = await chargeOf(processor, id);
      assert.deepEqual([wholly.amount_refunded, wholly.refunded], [1000, true], 'nothing is left');
    });

    it('createRefund refuses more than the remaining amount', async (processor) => {
      const { id, charge } = await newPayment(processor, 1000);
      await mustSucceed(processor).createRefund({ charge, amount: cents(300) });
      const task = processor.createRefund({ charge, amount: cents(701) });
      await failWith('createRefund', task, 'ProcessorRefused', { status: 400, param: 'amount' });
      assert.equal((await chargeOf(processor, id)).amount_refunded, 300, 'nothing was refunded');
    });

    it('createRefund refuses an already refunded charge', async (processor) => {
      const { id, charge } = await newPayment(processor, 1000);
      await mustSucceed(processor).createRefund({ charge });
      for (const again of [{ charge }, { charge, amount: cents(1) }]) {
        await failWith('createRefund again', processor.createRefund(again), 'ProcessorRefused', {
          status: 400,
          code: 'charge_already_refunded',
        });
      }
      assert.equal((await refundsOf(processor, id)).length, 1, 'there is no second refund');
    });

    it('createRefund refuses a charge that failed', async (processor) => {
      const { id: payment_intent } = await newIntent(processor, {
        payment_method: 'pm_card_visa_chargeDeclined',
      });
      const declined = await failWith(
        'confirmPaymentIntent',
        processor.confirmPaymentIntent({ payment_intent }),
        'CardError',
      );
      const charge = proven(ChargeId, declined.charge);
      await failWith('createRefund', processor.createRefund({ charge }), 'ProcessorRefused', {
        status: 400,
      });
    });

    it('createRefund refuses an unknown charge', async (processor) => {
      const task = processor.createRefund({ charge: absent.charge });
      await failWith('createRefund', task, 'ProcessorRefused', { code: 'resource_missing' });
    });

    for (const reason of refundReasons) {
      it(`createRefund keeps the reason ${reason}`, async (processor) => {
        const { charge } = await newPayment(processor, 1999);
        const refund = await mustSucceed(processor).createRefund({ charge, reason });
        assert.equal(refund.reason, reason, 'the refund has the reason');
      });
    }

    it('concurrent refunds never exceed the charge', async (processor) => {
      const { id, charge } = await newPayment(processor, 1000);
      const outcomes = await Promise.all(
        [1, 2, 3, 4, 5].map(() => processor.createRefund({ charge, amount: cents(400) })()),
      );
      for (const refused of outcomes.filter(E.isLeft)) {
        assert.equal(
          refused.left._tag,
          'ProcessorRefused',
          'a refund beyond the charge is refused',
        );
      }
      const given = total(outcomes.filter(E.isRight).map(({ right }) => right));
      assert.ok(given > 0, 'some of the refunds succeed');
      assert.ok(given <= 1000, `${given} cents of a charge of 1000 were refunded`);
      const charged = await chargeOf(processor, id);
      assert.equal(charged.amount_refunded, given, 'amount_refunded is the sum of the refunds');
      assert.equal(total(await refundsOf(processor, id)), given, 'every refund is in the list');
    });

    for (const [number, first, status, kept] of settling) {
      itWith(
        ['rawCardNumbers', 'settleRefund'],
        `the refund of …${number.slice(-4)} is ${first}, then ${status}`,
        async (processor, { settleRefund }) => {
          const customer = await newCustomer(processor);
          const payment_method = await cardByNumber(processor, customer, number);
          const { id, charge } = await newPayment(processor, 1999, { customer, payment_method });
          const refund = await mustSucceed(processor).createRefund({ charge });
          assert.equal(refund.status, first, 'the card decides how the refund begins');
          await settleRefund(proven(RefundId, refund.id));
          const [settled] = await refundsOf(processor, id);
          assert.equal(settled?.status, status, 'the card decides how the refund ends');
          assert.equal(
            (await chargeOf(processor, id)).amount_refunded,
            kept,
            'the money of a failed refund is back on the charge',
          );
          if (status === 'failed') {
            assert.equal(
              fieldOf(settled, 'failure_reason'),
              'expired_or_canceled_card',
              'a failed refund has a failure_reason',
            );
          }
        },
      );
    }
  });
};
