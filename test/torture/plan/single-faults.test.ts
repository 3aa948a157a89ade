import { expect } from 'chai';
import * as fc from 'fast-check';
import { allFaults, holdFor } from '../../../src/torture/plan/faults.js';
import { isShopWide, takesTime } from '../../../src/torture/plan/incident.js';
import { journeysOf } from '../../../src/torture/plan/journeys.js';
import { readPlan } from '../../../src/torture/plan/plan-file.js';
import { lateEnough, plansOfCells, singleFaults } from '../../../src/torture/plan/single-faults.js';
import { cellName } from '../../../src/torture/report/certificate-text.js';
import { seenShop } from '../../support/torture/seen-shop.js';

const everything = { refunds: true, advance: true };

const plannedWith = (options: object, capabilities = everything, lanes = 1) =>
  plansOfCells(singleFaults(seenShop(), options), { seed: 4, ...options }, capabilities, lanes);

const namesOf = (options: object = {}) =>
  singleFaults(seenShop(), options).map(({ cell }) => cellName(cell));

describe('the single faults of a shop', () => {
  it('are each fault with each message that it makes sense with, once', () => {
    const names = namesOf();
    expect(new Set(names).size).to.equal(names.length);
    const ofMessage = (message: string) => names.filter((name) => name.startsWith(`${message} ×`));
    // A read without effect is not lost before the work, and has no key.
    expect(ofMessage('GET /v1/payment_intents/{id}')).to.deep.equal(
      [
        'answer_lost',
        'answer_cut',
        'answer_late',
        'refused_429',
        'refused_500',
        'killed_before',
        'killed_answered',
        'frozen_after',
        'answer_overtaken_by_click',
        'answer_crossed_by_click',
        'answer_overtaken_by_tab',
        'answer_crossed_by_tab',
        'answer_overtaken_by_webhooks',
        'answer_crossed_by_webhooks',
      ].map((fault) => `GET /v1/payment_intents/{id} × ${fault}`),
    );
    expect(ofMessage('POST /v1/payment_intents')).to.have.lengthOf(25);
    // Staff has no second tab.
    expect(ofMessage('refunded: POST /v1/refunds')).to.have.lengthOf(22);
    expect(ofMessage('webhook payment_intent.succeeded')).to.have.lengthOf(6);
    expect(ofMessage('refunded: answer to refund')).to.have.lengthOf(2);
    expect(ofMessage('refunded: order')).to.deep.equal(['refunded: order × nothing']);
  });

  it('play every fault of the list, but for those of databases and direct debits', () => {
    const played = new Set(singleFaults(seenShop(), {}).map(({ cell }) => cell.fault));
    expect(allFaults.map(({ name }) => name).filter((name) => !played.has(name))).to.deep.equal([
      'killed_before_commit',
      'killed_after_commit',
      'commit_lost',
      'connection_broken',
      'deadlock',
      'debit_refused',
    ]);
  });

  it('run one after the other where the shop is disturbed, and else several at a time', () => {
    const { plans } = plannedWith({}, everything, 3);
    const disturbing = plans.filter(({ plan }) => plan.atOnce === 1);
    expect(disturbing).to.have.lengthOf(3);
    for (const { plan } of plans) {
      const kinds = plan.orders.flatMap(({ incidents }) => incidents);
      // Where days pass for all, nothing else happens.
      const isDay = kinds.some(takesTime);
      if (!isDay) expect(kinds.some(isShopWide)).to.equal(plan.atOnce === 1);
    }
    const numbers = plans.flatMap(({ plan }) => plan.orders.map(({ number }) => number));
    expect(new Set(numbers).size).to.equal(numbers.length);
    expect(numbers).to.have.lengthOf(namesOf().length);
  });

  it('can be replayed from a file', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9999 }), (seed) => {
        for (const { plan } of plannedWith({ seed }).plans) {
          expect(readPlan(JSON.parse(JSON.stringify(plan)))).to.deep.equal({
            _tag: 'Right',
            right: plan,
          });
        }
      }),
      { numRuns: 10, seed: 3 },
    );
  });

  it('lose an answer on every try of the shop, and are later than it waits', () => {
    const incidents = plannedWith({}).plans.flatMap(({ plan }) =>
      plan.orders.flatMap((order) => order.incidents),
    );
    const lost = incidents.find(({ kind }) => kind === 'answer_lost');
    expect(lost).to.include({ to: 'POST /v1/payment_intents', call: 1, times: 2 });
    expect(incidents.find(({ kind }) => kind === 'answer_late')).to.include({ ms: 2200 });
    expect(lateEnough({ patienceMs: null }, {})).to.equal(1500);
    expect(lateEnough({ patienceMs: 100 }, { lateMs: 900 })).to.equal(900);
  });

  it('have amounts that the currency has, with a refund of a part in each', () => {
    const options = { currencies: ['eur', 'jpy', 'kwd'] };
    const journeys = journeysOf(options, everything).slice(4);
    expect(journeys.map(({ name }) => name)).to.deep.equal([
      'paid in jpy',
      'refunded in jpy',
      'paid in kwd',
      'refunded in kwd',
    ]);
    const messages = [{ on: 'order' as const }];
    const seen = { ...seenShop(), journeys: journeys.map((journey) => ({ journey, messages })) };
    const { plans } = plansOfCells(singleFaults(seen, {}), { seed: 4 }, everything, 1);
    const orders = plans.flatMap(({ plan }) => plan.orders);
    expect(orders.map(({ currency }) => currency)).to.deep.equal(['jpy', 'jpy', 'kwd', 'kwd']);
    for (const { currency, amount, incidents } of orders) {
      const parts = incidents.flatMap((one) => (one.kind === 'refunded' ? one.parts : []));
      for (const one of [amount, ...parts]) expect(one % (currency === 'kwd' ? 10 : 1)).to.equal(0);
    }
  });

  it('hold a call for less time than the shop waits', () => {
    expect(holdFor({ patienceMs: null, tries: 1 })).to.equal(1000);
    expect(holdFor({ patienceMs: 2000, tries: 2 })).to.equal(600);
    expect(holdFor({ patienceMs: 50, tries: 2 })).to.equal(100);
    const held = plannedWith({}).plans.flatMap(({ plan }) =>
      plan.orders.flatMap(({ incidents }) => incidents.filter(({ kind }) => kind === 'overtaken')),
    );
    expect(new Set(held.map((one) => 'ms' in one && one.ms))).to.deep.equal(new Set([570]));
  });

  it('say why they cannot be played', () => {
    const { plans, unplayed } = plannedWith(
      { without: ['frozen'] },
      { refunds: false, advance: false },
    );
    const whys = new Set(unplayed.map(({ why }) => why));
    expect([...whys].toSorted()).to.deep.equal([
      'the driver has no advance()',
      'the driver has no refund()',
      'the option plan.without leaves frozen out',
    ]);
    const played = plans.reduce((sum, { cells }) => sum + cells.length, 0);
    expect(played + unplayed.length).to.equal(namesOf().length);
  });
});
