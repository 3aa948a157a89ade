import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { operations } from '../../../../src/adapters/outbound/memory/engine/operations.js';
import type { FailurePlan } from '../../../../src/adapters/outbound/memory/failure-plan.js';
import { createMemoryProcessor, type MemorySnapshot } from '../../../../src/memory.js';
import { openShop } from './support/open-shop.js';
import { pay } from './support/pay.js';
import { payWithNumber } from './support/pay-with-number.js';
import { right } from './support/right.js';

const left = <L, A>(result: E.Either<L, A>): L => {
  if (E.isRight(result)) throw new Error('not refused');
  return result.left;
};

describe('the controls', () => {
  it('settle and fail intents and refunds by their ids', () => {
    const shop = openShop();
    const { engine, processor } = shop;
    const { controls } = processor;
    const slow = () => {
      right(controls.failNext({ on: 'confirm', with: 'processing' }));
      return pay(shop).id;
    };
    expect(right(controls.settle(slow())).status).to.equal('succeeded');
    expect(right(controls.fail(slow())).status).to.equal('requires_payment_method');
    const pending = () => {
      const { id } = payWithNumber(shop, '4000000000007726');
      return right(engine.call(operations.createRefund, { payment_intent: id })).id;
    };
    expect(right(controls.settle(pending())).status).to.equal('succeeded');
    expect(right(controls.fail(pending())).status).to.equal('failed');
    const held = pay(shop, 'pm_card_visa', { capture_method: 'manual' }).id;
    expect(right(controls.expire(held)).status).to.equal('canceled');
  });

  it('pass and fail challenges, and show the charge that came of it', () => {
    const shop = openShop();
    const { controls } = shop.processor;
    const challenged = () => pay(shop, 'pm_card_threeDSecure2Required').id;
    const passed = right(controls.completeChallenge(challenged()));
    expect(passed.charges.data.map(({ id }) => id)).to.deep.equal([passed.latest_charge]);
    expect(right(controls.failChallenge(challenged())).status).to.equal('requires_payment_method');
  });

  it('refuse what is not there, or not ready', () => {
    const shop = openShop();
    const { controls } = shop.processor;
    const { id } = pay(shop);
    const missing = { _tag: 'ProcessorRefused', status: 404, code: 'resource_missing' };
    const notReady = { _tag: 'ProcessorRefused', status: 400 };
    for (const act of [controls.completeChallenge, controls.settle, controls.fail]) {
      expect(left<unknown, unknown>(act('pi_none'))).to.include(missing);
      expect(left<unknown, unknown>(act(id))).to.include(notReady);
    }
    expect(left(controls.settle('re_none'))).to.include(missing);
  });

  it('refuse plans and snapshots that are none, and steps of the clock without end', () => {
    const { engine, processor } = openShop();
    const { controls } = processor;
    const before = engine.snapshot();
    const plans: ReadonlyArray<FailurePlan> = JSON.parse(
      '[{"on":"any","with":"flood"},{"on":"any","with":{"decline":1}},{"on":"any","with":null}]',
    );
    for (const plan of plans) expect(left(controls.failNext(plan))).to.include({ param: 'with' });
    const snapshots: ReadonlyArray<MemorySnapshot> = JSON.parse('[{}, {"version": 1}]');
    for (const snapshot of snapshots) {
      expect(left(controls.restore(snapshot))).to.include({ param: 'snapshot' });
    }
    controls.clock.advance(Number.NaN);
    controls.clock.advance(Number.POSITIVE_INFINITY);
    expect(engine.snapshot()).to.deep.equal(before);
  });

  it('let an error of a listener that nobody handles reach the process', async () => {
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
