import { strict as assert } from 'node:assert';
import * as E from 'fp-ts/lib/Either.js';
import { ChargeId, RefundId } from '../../domain/ids.js';
import type { Refund } from '../../domain/objects/refund.js';
import type { Subject, Suite } from '../suite.js';
import { failWith, mustSucceed } from '../support/expect-outcome.js';
import { absentFor, proven } from '../support/ids.js';
import { metadataIn } from '../support/metadata-in.js';
import { cents, chargeOf, newIntent, newPayment, refundsOf } from '../support/new-payment.js';

const total = (refunds: ReadonlyArray<{ readonly amount: number }>) =>
  refunds.reduce((sum, { amount }) => sum + amount, 0);

const part = (amount: number) => Math.floor((amount * 3) / 10);

const begun = ['succeeded', 'pending'];

const isBegun = ({ status }: Refund): void => {
  assert.ok(begun.includes(String(status)), `a new refund is succeeded or pending, not ${status}`);
};

const newUsualPayment = (processor: Subject) => newPayment(processor, processor.given.amounts[0]);

/** Refunds. */
export const refunds = ({ describe, it, itWith, expected }: Suite): void => {
  describe('refunds', () => {
    it('createRefund without an amount refunds the whole charge', async (processor) => {
      const { currency: wanted, amounts } = processor.given;
      const { id, charge } = await newUsualPayment(processor);
      const refund = await mustSucceed(processor).createRefund({ charge });
      expected.isId('the id of a refund', refund.id, 'refund');
      const { amount, currency } = refund;
      assert.deepEqual(
        { amount, currency, charge: refund.charge, payment_intent: refund.payment_intent },
        { amount: amounts[0], currency: wanted, charge, payment_intent: id },
        'a refund names its amount, its charge and its intent',
      );
      isBegun(refund);
      const { amount_refunded, refunded } = await chargeOf(processor, id);
      assert.deepEqual([amount_refunded, refunded], [amounts[0], true], 'the charge is refunded');
    });

    it('createRefund of the whole amount refunds it', async (processor) => {
      const [amount] = processor.given.amounts;
      const { id, charge } = await newUsualPayment(processor);
      const input = { charge, amount: cents(amount) };
      const refund = await mustSucceed(processor).createRefund(input);
      assert.equal(refund.amount, amount, 'the amount is in minor units (decision P11)');
      assert.equal((await chargeOf(processor, id)).refunded, true, 'the charge is refunded');
    });

    itWith(
      ['features.partialRefunds'],
      'createRefund with an amount refunds that amount, and a later one the rest',
      async (processor) => {
        const [amount] = processor.given.amounts;
        const { id, charge } = await newUsualPayment(processor);
        const input = { charge, amount: cents(part(amount)) };
        const refund = await mustSucceed(processor).createRefund(input);
        assert.equal(refund.amount, part(amount), 'the amount is in cents (decision P11)');
        const partly = await chargeOf(processor, id);
        assert.deepEqual(
          [partly.amount_refunded, partly.refunded],
          [part(amount), false],
          'a partial refund only raises amount_refunded',
        );
        const rest = await mustSucceed(processor).createRefund({ charge });
        assert.equal(rest.amount, amount - part(amount), 'without an amount the rest is refunded');
        const wholly = await chargeOf(processor, id);
        assert.deepEqual(
          [wholly.amount_refunded, wholly.refunded],
          [amount, true],
          'nothing is left',
        );
      },
    );

    it('createRefund refuses more than the charge', async (processor) => {
      const [amount] = processor.given.amounts;
      const { id, charge } = await newUsualPayment(processor);
      const task = processor.createRefund({ charge, amount: cents(amount + 1) });
      await failWith('createRefund', task, 'ProcessorRefused', expected.refundTooLarge);
      const { amount_refunded = 0 } = await chargeOf(processor, id);
      assert.equal(amount_refunded, 0, 'nothing was refunded');
    });

    itWith(
      ['features.partialRefunds'],
      'createRefund refuses more than the remaining amount',
      async (processor) => {
        const [amount] = processor.given.amounts;
        const { id, charge } = await newUsualPayment(processor);
        const first = cents(part(amount));
        await mustSucceed(processor).createRefund({ charge, amount: first });
        const task = processor.createRefund({ charge, amount: cents(amount - first + 1) });
        await failWith('createRefund', task, 'ProcessorRefused', expected.refundTooLarge);
        assert.equal(
          (await chargeOf(processor, id)).amount_refunded,
          first,
          'nothing was refunded',
        );
      },
    );

    it('createRefund refuses an already refunded charge', async (processor) => {
      const [amount] = processor.given.amounts;
      const { id, charge } = await newUsualPayment(processor);
      await mustSucceed(processor).createRefund({ charge });
      const smallest = processor.given.has('partialRefunds') ? cents(1) : cents(amount);
      for (const again of [{ charge }, { charge, amount: smallest }]) {
        await failWith(
          'createRefund again',
          processor.createRefund(again),
          'ProcessorRefused',
          expected.alreadyRefunded,
        );
      }
      assert.equal(
        (await chargeOf(processor, id)).amount_refunded,
        amount,
        'never more than the charge is refunded',
      );
      if (!processor.given.has('lists')) return;
      assert.equal((await refundsOf(processor, id)).length, 1, 'there is no second refund');
    });

    itWith(
      ['fixtures.declined'],
      'createRefund refuses a charge that failed',
      async (processor) => {
        const { id: payment_intent } = await newIntent(processor, { outcome: 'declined' });
        const declined = await failWith(
          'confirmPaymentIntent',
          processor.confirmPaymentIntent({ payment_intent }),
          'CardError',
        );
        if (declined.charge === null) return;
        const charge = proven(ChargeId, declined.charge);
        const task = processor.createRefund({ charge });
        await failWith('createRefund', task, 'ProcessorRefused', expected.invalid);
      },
    );

    it('createRefund refuses an unknown charge', async (processor) => {
      const { charge } = absentFor(processor);
      const task = processor.createRefund({ charge });
      await failWith('createRefund', task, 'ProcessorRefused', { code: 'resource_missing' });
    });

    it('createRefund keeps metadata', async (processor) => {
      const { id, charge } = await newUsualPayment(processor);
      const metadata = { return: 'R-7', reason: 'talla' };
      const made = await mustSucceed(processor).createRefund({ charge, metadata });
      const refund = proven(RefundId, made.id);
      const found = await mustSucceed(processor).retrieveRefund({ refund });
      const listed = processor.given.has('lists') ? await refundsOf(processor, id) : [];
      for (const object of [made, found, ...listed]) {
        assert.deepEqual(metadataIn(object), metadata, 'metadata is kept unchanged');
      }
    });

    it('concurrent refunds never exceed the charge', async (processor) => {
      const { given } = processor;
      const [amount] = given.amounts;
      const { id, charge } = await newUsualPayment(processor);
      const input = given.has('partialRefunds')
        ? { charge, amount: cents(Math.floor((amount * 2) / 5)) }
        : { charge };
      const outcomes = await Promise.all(
        [1, 2, 3, 4, 5].map(() => processor.createRefund(input)()),
      );
      for (const refused of outcomes.filter(E.isLeft)) {
        assert.equal(
          refused.left._tag,
          'ProcessorRefused',
          'a refund beyond the charge is refused',
        );
      }
      const refunded = total(outcomes.filter(E.isRight).map(({ right }) => right));
      assert.ok(refunded > 0, 'some of the refunds succeed');
      assert.ok(refunded <= amount, `${refunded} of a charge of ${amount} were refunded`);
      const charged = await chargeOf(processor, id);
      assert.equal(charged.amount_refunded, refunded, 'amount_refunded is the sum of the refunds');
      if (!given.has('lists')) return;
      assert.equal(total(await refundsOf(processor, id)), refunded, 'every refund is in the list');
    });

    itWith(
      ['controls.settleRefund'],
      'a refund that is pending at first succeeds when it is settled',
      async (processor) => {
        const { charge } = await newUsualPayment(processor);
        const made = await mustSucceed(processor).createRefund({ charge });
        const refund = proven(RefundId, made.id);
        if (made.status === 'pending') await processor.given.settleRefund(refund);
        const { status } = await mustSucceed(processor).retrieveRefund({ refund });
        assert.equal(status, 'succeeded', 'a settled refund has succeeded');
      },
    );
  });
};
