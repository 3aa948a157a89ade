import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { controls, engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import {
  eventTypes,
  openShop,
  pay,
  payWithNumber,
  type Shop,
} from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';
import { seed } from '../../../support/inputs/seed.js';

const madeRefund = (shop: Shop, form: WireHash = {}): string =>
  String(
    right(
      ask(shop.engine, engineOperations.createRefund, { payment_intent: pay(shop).id, ...form }),
    )['id'],
  );
describe('the creation of a refund', () => {
  it('refunds a charge in parts, and never more than was captured', () => {
    const shop = openShop();
    const { engine } = shop;
    const charge = pay(shop).latest_charge ?? '';
    const refund = (amount?: number) =>
      engine.call(engineOperations.createRefund, {
        charge,
        ...(amount === undefined ? {} : { amount }),
      });
    const taken = () => right(engine.call(engineOperations.retrieveCharge, { charge }));
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
    expect(right(engine.call(engineOperations.listRefunds, { charge })).data).to.have.length(2);
  });

  it('returns no more than an intent captured in part (04.19)', () => {
    const shop = openShop();
    const { engine } = shop;
    const { id, latest_charge } = pay(shop, 'pm_card_visa', { capture_method: 'manual' });
    right(
      engine.call(engineOperations.captureIntent, { payment_intent: id, amount_to_capture: 1500 }),
    );
    expect(right(engine.call(engineOperations.listRefunds, {})).data).to.deep.equal([]);
    const refund = (extra: object) =>
      engine.call(engineOperations.createRefund, { payment_intent: id, ...extra });
    expect(refusal(refund({ amount: 1501 })).message).to.equal(
      'Refund amount (€15.01) is greater than unrefunded amount on charge (€15.00)',
    );
    expect(right(refund({})).amount).to.equal(1500);
    expect(
      right(engine.call(engineOperations.retrieveCharge, { charge: latest_charge ?? '' })),
    ).to.include({ amount_refunded: 1500, refunded: true });
    expect(refusal(refund({})).code).to.equal('charge_already_refunded');
  });

  it('stores every given field', () => {
    const shop = openShop();
    const said = {
      instructions_email: 'a@b.c',
      metadata: { why: 'late' },
      reason: 'requested_by_customer',
    } as const;
    const id = madeRefund(shop, { ...said, amount: '500' });
    expect(
      right(shop.engine.call(engineOperations.retrieveRefund, { refund: id })),
    ).to.deep.include({
      ...said,
      amount: 500,
    });
  });

  it('refuses an invalid amount, reason or charge (05.12, 05.13, 05.21)', () => {
    const shop = openShop();
    const { engine } = shop;
    const charge = pay(shop).latest_charge ?? '';
    for (const amount of [0, -1, 0.5]) {
      expect(refusal(engine.call(engineOperations.createRefund, { charge, amount }))).to.include({
        status: 400,
        code: 'parameter_invalid_integer',
        message: 'Invalid positive integer',
      });
    }
    for (const [params, param] of [
      [{ charge, reason: 'mood' }, 'reason'],
      [{ payment_intent: 'pi_x' }, 'payment_intent'],
      [{}, undefined],
      [{ charge, payment_intent: 'pi_x' }, undefined],
    ] as const) {
      const error = refusal(engine.call(engineOperations.createRefund, params));
      expect([error.status, error.param]).to.deep.equal([400, param]);
    }
    expect(refusal(engine.call(engineOperations.createRefund, { charge: 'ch_x' }))).to.include({
      status: 404,
      code: 'resource_missing',
      message: "No such charge: 'ch_x'",
      param: 'id',
    });
    expect(refusal(engine.call(engineOperations.createRefund, { amount: 100 }))).to.deep.equal({
      status: 400,
      type: 'invalid_request_error',
      message:
        'One of the following params should be provided for this request: payment_intent or charge.',
    });
    const held = pay(shop, 'pm_card_visa', { capture_method: 'manual' });
    expect(
      refusal(
        engine.call(engineOperations.createRefund, { charge: held.latest_charge ?? '', amount: 1 }),
      ),
    ).to.deep.equal({
      status: 400,
      type: 'invalid_request_error',
      message: `This uncaptured Charge was created by a PaymentIntent (${held.id}). You must cancel the PaymentIntent to reverse the authorization instead of refunding the Charge directly. For more information, see https://stripe.com/docs/payments/place-a-hold-on-a-payment-method`,
    });
  });

  for (const param of [
    'currency',
    'customer',
    'origin',
    'refund_application_fee',
    'reverse_transfer',
  ]) {
    it(`refuses ${param}, which is not simulated`, () => {
      const shop = openShop();
      const { id } = pay(shop);
      const before = shop.engine.snapshot();
      const refund = ask(shop.engine, engineOperations.createRefund, {
        payment_intent: id,
        [param]: 'true',
      });
      expect(refusal(refund)).to.include({
        status: 400,
        param,
        message: `This simulator does not simulate the parameter: ${param}`,
      });
      expect(shop.engine.snapshot()).to.deep.equal(before);
    });
  }

  it('is possible at the path of the charge, which lists and shows it too (05.17 to 05.19)', () => {
    const shop = openShop();
    const charge = pay(shop).latest_charge ?? '';
    const other = pay(shop).latest_charge ?? '';
    const made = ask(shop.engine, engineOperations.createChargeRefund, { charge, amount: '500' });
    expect(right(made)).to.include({ amount: 500, charge });
    madeRefund(shop);
    expect(right(ask(shop.engine, engineOperations.listChargeRefunds, { charge }))).to.deep.equal({
      object: 'list',
      data: [right(made)],
      has_more: false,
      url: `/v1/charges/${charge}/refunds`,
    });
    const refund = String(right(made)['id']);
    const shown = (of: string) =>
      ask(shop.engine, engineOperations.retrieveChargeRefund, { charge: of, refund });
    expect(right(shown(charge))).to.deep.equal(right(made));
    expect(refusal(shown(other))).to.include({
      status: 404,
      code: 'resource_missing',
      message: `No such refund: '${refund}'`,
      param: 'refund',
    });
    const expanded = right(
      ask(shop.engine, engineOperations.retrieveCharge, { charge, expand: ['refunds'] }),
    );
    // Recording 05.6.
    expect(expanded['refunds']).to.deep.include({ has_more: false, total_count: 1 });
  });

  it('at the oldest path of the charge returns the charge (05.23)', () => {
    const shop = openShop();
    const charge = pay(shop).latest_charge ?? '';
    expect(
      right(ask(shop.engine, engineOperations.refundCharge, { charge, amount: '800' })),
    ).to.include({ id: charge, object: 'charge', amount_refunded: 800, refunded: false });
    const [refund] = right(shop.engine.call(engineOperations.listRefunds, { charge })).data;
    expect(refund?.amount).to.equal(800);
  });

  it('in any sequence keeps amount_refunded equal to the sum of the refunds', () => {
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
            const made = engine.call(engineOperations.createRefund, {
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
            engine.call(engineOperations.retrieveCharge, { charge }),
          );
          const sum = right(engine.call(engineOperations.listRefunds, { charge, limit: 100 }))
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

describe('a refund of more than an untouched charge', () => {
  it('names the amount of the charge', () => {
    const shop = openShop();
    const { id } = pay(shop);
    const refused = shop.engine.call(engineOperations.createRefund, {
      payment_intent: id,
      amount: 2001,
    });
    expect(refusal(refused)).to.include({
      status: 400,
      message: 'Refund amount (€20.01) is greater than charge amount (€20.00)',
      param: 'amount',
    });
  });
});

describe('a refund because of fraud', () => {
  it('reports the charge', () => {
    const shop = openShop();
    const { latest_charge } = pay(shop);
    const charge = latest_charge ?? '';
    const details = () =>
      right(shop.engine.call(engineOperations.retrieveCharge, { charge })).fraud_details;
    right(shop.engine.call(engineOperations.createRefund, { charge, amount: 100 }));
    expect(details()).to.deep.equal({});
    const reason = 'fraudulent';
    right(shop.engine.call(engineOperations.createRefund, { charge, amount: 100, reason }));
    expect(details()).to.deep.equal({ user_report: 'fraudulent' });
  });
});
