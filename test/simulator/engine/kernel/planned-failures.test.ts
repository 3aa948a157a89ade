import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { CustomerId } from '../../../../src/domain/ids.js';
import type { Engine } from '../../../../src/simulator/engine/engine.js';
import { requestOf } from '../../../../src/simulator/engine/kernel/operation.js';
import type { PlannedFailure } from '../../../../src/simulator/engine/kernel/planned-failures.js';
import { controls, engineOperations } from '../../../../src/simulator/engine/operations.js';
import { openShop, pay } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';
import { decoded } from '../../../support/inputs/decoded.js';

const left = <L, A>(result: E.Either<L, A>): L => {
  if (E.isRight(result)) throw new Error('not refused');
  return result.left;
};

const count = (engine: Engine): number =>
  right(engine.call(engineOperations.listIntents, { limit: 100 })).data.length;

describe('planned failures', () => {
  const create = (engine: Engine, extra: object = {}) =>
    engine.call(engineOperations.createIntent, { amount: 2000, currency: 'eur', ...extra });

  const nothingDone: ReadonlyArray<readonly [PlannedFailure, object]> = [
    ['rate_limit', { _tag: 'Answered' }],
    ['server_error', { _tag: 'Answered' }],
    ['unreachable', { _tag: 'NoAnswer', outcome: 'not_done' }],
    ['timeout_before', { _tag: 'NoAnswer', outcome: 'unknown' }],
    [{ decline: 'insufficient_funds' }, { _tag: 'Answered' }],
  ];
  for (const [failure, expected] of nothingDone) {
    it(`${JSON.stringify(failure)}: nothing is done, and the next request succeeds`, () => {
      const { engine } = openShop();
      engine.failNext({ on: 'create', with: failure, times: 1 });
      expect(left(create(engine))).to.include(expected);
      expect(count(engine)).to.equal(0);
      expect(right(create(engine)).status).to.equal('requires_payment_method');
    });
  }

  it('are at most 1,000 at the same time', () => {
    const { engine } = openShop();
    const plan = () => engine.failNext({ on: 'create', with: 'server_error', times: 1 });
    for (let planned = 0; planned < 1000; planned += 1) expect(plan()).to.equal(true);
    expect(plan()).to.equal(false);
    left(create(engine));
    expect(plan()).to.equal(true);
  });

  it('timeout_after: the work is done, and the same key returns the outcome', () => {
    const { engine } = openShop();
    engine.failNext({ on: 'create', with: 'timeout_after', times: 1 });
    const again = () =>
      engine.call(
        engineOperations.createIntent,
        { amount: 2000, currency: 'eur' },
        { idempotencyKey: 'k' },
      );
    expect(left(again())).to.deep.equal({ _tag: 'NoAnswer', outcome: 'unknown' });
    expect(count(engine)).to.equal(1);
    expect(right(again()).amount).to.equal(2000);
    expect(count(engine)).to.equal(1);
  });

  it('hits a capture by its alias', () => {
    const shop = openShop();
    const { engine } = shop;
    const held = pay(shop, 'pm_card_visa', { capture_method: 'manual' });
    const capture = () =>
      engine.call(
        engineOperations.captureIntent,
        { payment_intent: held.id, amount_to_capture: 500 },
        { idempotencyKey: 'k' },
      );
    engine.failNext({ on: 'capture', with: 'timeout_after', times: 1 });
    expect(left(capture())).to.deep.equal({ _tag: 'NoAnswer', outcome: 'unknown' });
    expect(right(capture())).to.include({ status: 'succeeded', amount_received: 500 });
  });

  it('a decline leaves a failed charge, whatever the card', () => {
    const shop = openShop();
    const { engine, customer } = shop;
    const intent = right(create(engine, { customer, payment_method: 'pm_card_visa' }));
    engine.failNext({ on: 'confirm', with: { decline: 'expired_card' }, times: 1 });
    const error = refusal(
      engine.call(engineOperations.confirmIntent, { payment_intent: intent.id }),
    );
    expect(error).to.include({ status: 402, code: 'expired_card', param: 'exp_month' });
    expect(error.charge).to.match(/^ch_/);
    engine.failNext({ on: 'confirm', with: { decline: 'do_not_honor' }, times: 1 });
    const other = refusal(create(engine, { payment_method: 'pm_card_visa', confirm: true }));
    expect(other).to.include({ code: 'card_declined', decline_code: 'do_not_honor' });
  });

  it('processing: the charge is pending until it is settled or fails', () => {
    const shop = openShop();
    const { engine } = shop;
    const chargeOf = (charge: string | null) =>
      right(engine.call(engineOperations.retrieveCharge, { charge: charge ?? '' }));
    const begin = (extra: object = {}) => {
      engine.failNext({ on: 'any', with: 'processing', times: 1 });
      // A list charges no card: it does not use up the planned failure.
      count(engine);
      const intent = pay(shop, 'pm_card_visa', extra);
      expect(intent.status).to.equal('processing');
      expect(chargeOf(intent.latest_charge)).to.include({ status: 'pending', paid: false });
      return { payment_intent: intent.id };
    };
    const settled = right(engine.control(controls.settleIntent, begin()));
    expect(settled).to.include({ status: 'succeeded', amount_received: 2000, processing: null });
    expect(chargeOf(settled.latest_charge)).to.include({ status: 'succeeded', paid: true });
    const failed = right(engine.control(controls.failIntent, begin()));
    expect(failed.status).to.equal('requires_payment_method');
    expect(chargeOf(failed.latest_charge)).to.include({ status: 'failed', paid: false });
    const held = right(engine.control(controls.settleIntent, begin({ capture_method: 'manual' })));
    expect(held).to.include({ status: 'requires_capture', amount_capturable: 2000 });
    const canceled = right(engine.call(engineOperations.cancelIntent, begin()));
    expect(chargeOf(canceled.latest_charge).status).to.equal('failed');
    expect(
      refusal(engine.control(controls.settleIntent, { payment_intent: canceled.id })).status,
    ).to.equal(400);
  });

  it('are queued, each for the requests that it names', () => {
    const { engine, customer } = openShop();
    engine.failNext({ on: 'attach', with: 'server_error', times: 2 });
    engine.failNext({ on: 'any', with: 'rate_limit', times: 1 });
    const attach = () =>
      engine.call(engineOperations.createSource, { customer, source: 'tok_visa' });
    expect(refusal(create(engine)).status).to.equal(429);
    expect(right(create(engine)).object).to.equal('payment_intent');
    expect(refusal(attach()).status).to.equal(500);
    expect(refusal(attach()).status).to.equal(500);
    expect(right(attach()).object).to.equal('card');
    expect(engine.snapshot().faults).to.deep.equal([]);
  });
});

const names = (shop: ReturnType<typeof openShop>): ReadonlyArray<string | null> =>
  right(shop.engine.call(engineOperations.listCustomers, { limit: 100 })).data.map(
    ({ name }) => name,
  );

describe('a response that is cut short', () => {
  const cutShort = () => {
    const shop = openShop();
    shop.engine.failNext({ on: 'createCustomer', with: 'cut_short', times: 1 });
    return shop;
  };

  it('does not reach the caller, and the work is done', () => {
    const shop = cutShort();
    expect(shop.engine.call(engineOperations.createCustomer, { name: 'Ana' })).to.deep.equal(
      E.left({ _tag: 'NoAnswer', outcome: 'unknown' }),
    );
    expect(names(shop)).to.deep.equal(['Ana', null]);
  });

  it('contains the answer for a server that sends half of it', () => {
    const { engine } = cutShort();
    const request = requestOf(engineOperations.createCustomer, { name: 'Ana' });
    const { brokenOff, answer } = engine.respond(request);
    expect(E.isLeft(answer)).to.equal(true);
    if (brokenOff === null) throw new Error('nothing was begun');
    expect(right(brokenOff)).to.include({ object: 'customer', name: 'Ana' });
  });

  it('is repeated whole under the same key', () => {
    const shop = cutShort();
    const create = () =>
      shop.engine.call(engineOperations.createCustomer, { name: 'Ana' }, { idempotencyKey: 'k' });
    expect(E.isLeft(create())).to.equal(true);
    expect(right(create()).name).to.equal('Ana');
    expect(names(shop)).to.deep.equal(['Ana', null]);
  });

  it('is an unknown outcome at the port', async () => {
    const { processor } = openShop();
    processor.controls.failNext({ on: 'createCustomer', with: 'cut_short' });
    const lost = await processor.createCustomer({ name: 'Ana' })();
    expect(E.isLeft(lost) && lost.left).to.include({
      _tag: 'ProcessorUnavailable',
      outcome: 'unknown',
    });
  });
});

describe('a response that is held back', () => {
  it('delays the response of the port, not the work', async () => {
    const shop = openShop();
    const { processor } = shop;
    processor.controls.failNext({ on: 'createCustomer', with: { delay: 20 } });
    let arrived = false;
    const slow = processor
      .createCustomer({ name: 'Ana' })()
      .then((outcome) => {
        arrived = true;
        return right(outcome);
      });
    const other = await processor.retrieveCustomer({
      customer: decoded(CustomerId, shop.customer),
    })();
    expect(E.isRight(other)).to.equal(true);
    expect(names(shop)).to.deep.equal(['Ana', null]);
    expect(arrived).to.equal(false);
    expect((await slow).name).to.equal('Ana');
    expect(processor.controls.snapshot().faults).to.deep.equal([]);
  });

  it('contains its delay, and is used up by a refused request', () => {
    const { engine } = openShop();
    engine.failNext({ on: 'any', with: { delay: 5 }, times: 2 });
    const lookUp = (customer: string) =>
      engine.respond(requestOf(engineOperations.retrieveCustomer, { customer })).delay;
    expect([lookUp('cus_x'), lookUp('cus_y'), lookUp('cus_z')]).to.deep.equal([5, 5, 0]);
  });

  it('is part of a snapshot', () => {
    const { processor } = openShop();
    processor.controls.failNext({ on: 'any', with: { delay: 5 } });
    const saved = processor.controls.snapshot();
    processor.controls.reset();
    processor.controls.restore(saved);
    expect(processor.controls.snapshot().faults).to.deep.equal(saved.faults);
  });
});
