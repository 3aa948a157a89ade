import { expect } from 'chai';
import { createMemoryProcessor } from '../../../src/memory.js';
import { declines } from '../../../src/simulator/engine/cards/declines.js';
import { engineOperations } from '../../../src/simulator/engine/operations.js';
import {
  noon,
  openShop,
  pay,
  payWithNumber,
} from '../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right, thrown } from '../../adapters/outbound/memory/support/outcomes.js';
import { at, textAt } from '../../support/json/at.js';

describe('the controls', () => {
  it('settle and fail intents and refunds by their ids', () => {
    const shop = openShop();
    const { engine, processor } = shop;
    const { controls } = processor;
    const slow = () => {
      controls.failNext({ on: 'confirm', with: 'processing' });
      return pay(shop).id;
    };
    expect(controls.settle(slow()).status).to.equal('succeeded');
    expect(controls.fail(slow()).status).to.equal('requires_payment_method');
    const pending = () => {
      const { id } = payWithNumber(shop, '4000000000007726');
      return right(engine.call(engineOperations.createRefund, { payment_intent: id })).id;
    };
    expect(controls.settle(pending()).status).to.equal('succeeded');
    expect(controls.fail(pending()).status).to.equal('failed');
    const held = pay(shop, 'pm_card_visa', { capture_method: 'manual' }).id;
    expect(controls.expire(held).status).to.equal('canceled');
  });

  it('plan at most 1,000 failures', () => {
    const { controls } = openShop().processor;
    const plan = () => controls.failNext({ on: 'create', with: 'server_error' });
    for (let planned = 0; planned < 1000; planned += 1) plan();
    expect(thrown(plan)).to.include({
      _tag: 'ProcessorRefused',
      status: 400,
      param: 'plan',
    });
    controls.reset();
    plan();
  });

  it('pass and fail challenges, and return the charge', () => {
    const shop = openShop();
    const { controls } = shop.processor;
    const challenged = () => pay(shop, 'pm_card_threeDSecure2Required').id;
    const passed = controls.completeChallenge(challenged());
    const charge = textAt(passed, 'latest_charge');
    expect(at(passed, 'charges.data.0.id')).to.equal(charge);
    expect(controls.failChallenge(challenged()).status).to.equal('requires_payment_method');
  });

  it('pass and fail challenges of setup intents', () => {
    const { engine, processor } = openShop();
    const { controls } = processor;
    const challenged = () =>
      right(
        engine.call(engineOperations.createSetupIntent, {
          payment_method: 'pm_card_threeDSecure2Required',
          confirm: true,
        }),
      ).id;
    expect(controls.completeChallenge(challenged())).to.include({
      object: 'setup_intent',
      status: 'succeeded',
    });
    expect(controls.failChallenge(challenged()).status).to.equal('requires_payment_method');
    expect(thrown(() => controls.completeChallenge('seti_none'))).to.include({ status: 404 });
    expect(thrown(() => controls.settle(challenged()))).to.include({ status: 404 });
  });

  it('throw when the object is unknown, or in the wrong state', () => {
    const shop = openShop();
    const { controls } = shop.processor;
    const { id } = pay(shop);
    const missing = { _tag: 'ProcessorRefused', status: 404, code: 'resource_missing' };
    const notReady = { _tag: 'ProcessorRefused', status: 400 };
    const onIntents = [
      controls.completeChallenge,
      controls.failChallenge,
      controls.settle,
      controls.fail,
      controls.expire,
    ];
    for (const act of onIntents) {
      expect(thrown(() => act('pi_none'))).to.include(missing);
      expect(thrown(() => act('typo'))).to.include(missing);
      expect(thrown(() => act(id))).to.include(notReady);
    }
    const { id: refund } = right(
      shop.engine.call(engineOperations.createRefund, { payment_intent: id }),
    );
    for (const act of [controls.settle, controls.fail]) {
      expect(thrown(() => act('re_none'))).to.include(missing);
      expect(thrown(() => act(refund))).to.include(notReady);
    }
  });

  it('accept every decline of the table, and no other', () => {
    const shop = openShop();
    const { controls } = shop.processor;
    const payment = {
      amount: 2000,
      currency: 'eur',
      payment_method: 'pm_card_visa',
      confirm: true,
    };
    for (const decline of declines.keys()) {
      controls.failNext({ on: 'confirm', with: { decline } });
      const { status, code, decline_code } = refusal(
        shop.engine.call(engineOperations.createIntent, { ...payment, customer: shop.customer }),
      );
      expect(status).to.equal(402);
      expect([code, decline_code]).to.include(decline);
    }
  });

  it('move the clock by whole seconds, 100 years at most', () => {
    const { controls } = openShop().processor;
    const century = 3_155_760_000;
    controls.clock.advance(0);
    controls.clock.advance(century - 1);
    controls.clock.advance(1);
    expect(controls.clock.now()).to.equal(noon + century);
    expect(thrown(() => controls.clock.advance(1))).to.include({ param: 'seconds' });
    expect(controls.clock.now()).to.equal(noon + century);
  });

  it('throw an unhandled error of a listener as an uncaught exception', async () => {
    const processor = createMemoryProcessor();
    const handlers = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    const caught = new Promise((resolve) => {
      process.once('uncaughtException', resolve);
    });
    const error = new Error('a listener failed');
    processor.controls.onEvent(() => {
      throw error;
    });
    try {
      expect(right(await processor.createCustomer({})()).object).to.equal('customer');
      expect(await caught).to.equal(error);
    } finally {
      for (const handler of handlers) process.on('uncaughtException', handler);
    }
  });
});
