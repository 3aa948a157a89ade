import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import {
  controls,
  operations,
} from '../../../../../../src/adapters/outbound/memory/engine/operations.js';
import { seed } from '../../../../../support/inputs/seed.js';
import { eventTypes, openShop, pay, payWithNumber } from '../../support/open-shop.js';
import { refusal, right } from '../../support/outcomes.js';

describe('refunds', () => {
  it('give back part by part, and never more than was taken', () => {
    const shop = openShop();
    const { engine } = shop;
    const charge = pay(shop).latest_charge ?? '';
    const refund = (amount?: number) =>
      engine.call(operations.createRefund, { charge, ...(amount === undefined ? {} : { amount }) });
    const taken = () => right(engine.call(operations.retrieveCharge, { charge }));
    expect(eventTypes(engine, () => right(refund(1300)))).to.deep.equal([
      'refund.created',
      'charge.refunded',
    ]);
    expect(taken()).to.include({ amount_refunded: 1300, refunded: false });
    const excess = refusal(refund(701));
    expect(excess).to.include({
      status: 400,
      param: 'amount',
      message: 'Refund amount (€7.01) is greater than unrefunded amount on charge (€7.00)',
    });
    expect(excess).not.to.have.property('code');
    expect(right(refund()).amount).to.equal(700);
    expect(taken()).to.include({ amount_refunded: 2000, refunded: true });
    const again = refusal(refund(1));
    expect(again).to.include({
      status: 400,
      code: 'charge_already_refunded',
      message: `Charge ${charge} has already been refunded.`,
    });
    expect(again).not.to.have.property('param');
    expect(right(engine.call(operations.listRefunds, { charge })).data).to.have.length(2);
  });

  it('refuse what is not an amount, a reason or a charge', () => {
    const shop = openShop();
    const { engine } = shop;
    const charge = pay(shop).latest_charge ?? '';
    for (const amount of [0, -1, 0.5]) {
      expect(refusal(engine.call(operations.createRefund, { charge, amount }))).to.include({
        status: 400,
        code: 'parameter_invalid_integer',
        message: 'Invalid positive integer',
      });
    }
    for (const [params, param] of [
      [{ charge, reason: 'mood' }, 'reason'],
      [{ charge: 'ch_x' }, 'charge'],
      [{ payment_intent: 'pi_x' }, 'payment_intent'],
      [{}, undefined],
      [{ charge, payment_intent: 'pi_x' }, undefined],
    ] as const) {
      const error = refusal(engine.call(operations.createRefund, params));
      expect([error.status, error.param]).to.deep.equal([400, param]);
    }
    const held = pay(shop, 'pm_card_visa', { capture_method: 'manual' }).latest_charge ?? '';
    expect(refusal(engine.call(operations.createRefund, { charge: held })).status).to.equal(400);
  });

  it('that succeed later are pending first', () => {
    const shop = openShop();
    const { engine } = shop;
    const { id } = payWithNumber(shop, '4000000000007726');
    const refund = right(engine.call(operations.createRefund, { payment_intent: id }));
    expect(refund.status).to.equal('pending');
    expect(
      eventTypes(engine, () => {
        expect(right(engine.control(controls.settleRefund, { refund: refund.id })).status).to.equal(
          'succeeded',
        );
      }),
    ).to.deep.equal(['refund.updated', 'charge.refund.updated']);
    expect(refusal(engine.control(controls.failRefund, { refund: refund.id })).status).to.equal(
      400,
    );
  });

  it('that fail later give their amount back to what can be refunded', () => {
    const shop = openShop();
    const { engine } = shop;
    const intent = payWithNumber(shop, '4000000000005126');
    const charge = intent.latest_charge ?? '';
    const refund = right(engine.call(operations.createRefund, { charge }));
    const types = eventTypes(engine, () => {
      expect(right(engine.control(controls.settleRefund, { refund: refund.id }))).to.include({
        status: 'failed',
        failure_reason: 'expired_or_canceled_card',
      });
    });
    expect(types).to.deep.equal([
      'refund.updated',
      'charge.refund.updated',
      'refund.failed',
      'charge.updated',
    ]);
    expect(right(engine.call(operations.retrieveCharge, { charge }))).to.include({
      amount_refunded: 0,
      refunded: false,
    });
  });

  it('in any sequence never exceed their charge, and its sum is theirs', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('refund' as const), amount: fc.integer({ min: 1, max: 1500 }) }),
      fc.record({ do: fc.constant('rest' as const) }),
      fc.record({ do: fc.constantFrom('settle' as const, 'fail' as const), at: fc.nat() }),
    );
    const number = fc.constantFrom('4242424242424242', '4000000000007726', '4000000000005126');
    fc.assert(
      fc.property(number, fc.array(step, { maxLength: 30 }), (card, steps) => {
        const shop = openShop();
        const { engine } = shop;
        const charge = payWithNumber(shop, card).latest_charge ?? '';
        const refunds: Array<string> = [];
        for (const next of steps) {
          if (next.do === 'refund' || next.do === 'rest') {
            const made = engine.call(operations.createRefund, {
              charge,
              ...(next.do === 'refund' ? { amount: next.amount } : {}),
            });
            if (E.isRight(made)) refunds.push(made.right.id);
          } else {
            const refund = refunds[next.at % Math.max(1, refunds.length)] ?? 're_none';
            engine.control(next.do === 'settle' ? controls.settleRefund : controls.failRefund, {
              refund,
            });
          }
          const { amount, amount_refunded, refunded } = right(
            engine.call(operations.retrieveCharge, { charge }),
          );
          const sum = right(engine.call(operations.listRefunds, { charge, limit: 100 }))
            .data.filter(({ status }) => status !== 'failed')
            .reduce((total, refund) => total + refund.amount, 0);
          expect(amount_refunded).to.equal(sum).and.be.at.most(amount);
          expect(refunded).to.equal(sum === amount);
        }
      }),
      { seed, numRuns: 200 },
    );
  });
});
