import { expect } from 'chai';
import * as fc from 'fast-check';
import { floatsGetWrong } from '../../../src/torture/plan/draw-amounts.js';
import { canHappen, drawPlan } from '../../../src/torture/plan/draw-plan.js';
import type { Incident, IncidentKind } from '../../../src/torture/plan/incident.js';
import { incidentKinds } from '../../../src/torture/plan/incident.js';
import { incidentsIn } from '../../../src/torture/plan/plan.js';
import { seenShop } from '../../support/torture/seen-shop.js';

const everything = { refunds: true, advance: true };

// How often each kind occurs at least in 200 orders.
const atLeast: Readonly<Record<IncidentKind, number>> = {
  request_lost: 4,
  answer_lost: 17,
  answer_cut: 4,
  answer_late: 18,
  refused: 5,
  killed: 14,
  killed_at_webhook: 6,
  // Of plans of single faults.
  killed_at_answer: 0,
  overtaken: 0,
  comes_back: 0,
  clock_off: 0,
  reply_lost: 0,
  frozen: 4,
  // Of shops whose database is seen alone.
  killed_at_commit: 0,
  commit_lost: 0,
  connection_broken: 0,
  deadlock: 0,
  webhook_late: 10,
  webhook_twice: 10,
  webhook_dropped: 6,
  webhooks_reversed: 7,
  webhook_first: 8,
  declined: 25,
  challenged: 18,
  // Of plans with direct debits alone.
  debit_refused: 0,
  double_click: 10,
  second_tab: 8,
  retries: 15,
  refunded: 30,
  refund_clicked_twice: 8,
  day_passes: 4,
  events_late: 3,
};

const kindsOf = (incidents: ReadonlyArray<Incident>) => incidents.map(({ kind }) => kind);

const seeds = fc.integer({ min: 0, max: 2 ** 31 });

describe('a plan', () => {
  it('has every kind of incident often enough, on every seed', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { plan, untried } = drawPlan({ seed }, everything);
        const drawn = plan.orders.flatMap(({ incidents }) => kindsOf(incidents));
        for (const [kind, least] of Object.entries(atLeast)) {
          expect(drawn.filter((one) => one === kind).length, kind).to.be.at.least(least);
        }
        const kills = drawn.filter((kind) => kind.startsWith('killed'));
        expect([plan.orders.length, kills.length, untried]).to.deep.equal([200, 20, []]);
      }),
      { numRuns: 20, seed: 15 },
    );
  });

  it('kills and freezes the shop in its last part, each time after other orders', () => {
    const { plan } = drawPlan({ seed: 4 }, everything);
    const disturbing = plan.orders.filter(({ incidents }) =>
      kindsOf(incidents).some((kind) => kind === 'frozen' || kind.startsWith('killed')),
    );
    expect(disturbing).to.have.lengthOf(24);
    expect(disturbing[0]?.number).to.be.greaterThan(200 - 4 * 24);
    expect(plan.orders.map(({ number }) => number)).to.deep.equal(
      Array.from({ length: 200 }, (_, place) => place + 1),
    );
    const late = plan.orders.flatMap(({ incidents }) => kindsOf(incidents).includes('answer_late'));
    expect(late.lastIndexOf(true)).to.be.lessThan(40);
  });

  it('draws from the calls that the rehearsal saw, refunds and reads among them', () => {
    const { plan } = drawPlan({ seed: 4 }, everything, seenShop());
    const places = new Set(
      plan.orders.flatMap(({ incidents }) =>
        incidents.flatMap((incident) => ('to' in incident ? [incident.to] : [])),
      ),
    );
    expect([...places].toSorted()).to.include.members([
      'POST /v1/payment_intents',
      'POST /v1/payment_intents/{id}/confirm',
      'POST /v1/refunds',
    ]);
    const unseen = plan.orders.flatMap(({ incidents }) =>
      incidents.filter((incident) => 'call' in incident && incident.to === undefined),
    );
    expect(unseen).to.deep.equal([]);
  });

  it('has other combinations of a kind, a call and a status on each seed', () => {
    const refusedOf = (seed: number) =>
      drawPlan({ seed }, everything, seenShop()).plan.orders.flatMap(({ incidents }) =>
        incidents.flatMap((one) => (one.kind === 'refused' ? [`${one.status} ${one.to}`] : [])),
      );
    const all = new Set(Array.from({ length: 40 }, (_, seed) => refusedOf(seed)).flat());
    for (const status of [409, 429, 500]) {
      expect(all).to.include(`${status} POST /v1/payment_intents/{id}/confirm`);
    }
  });

  it('is the same for the same seed and options, and another for another seed', () => {
    const drawn = (seed: number) => drawPlan({ seed, orders: 40 }, everything);
    expect(drawn(7)).to.deep.equal(drawn(7));
    expect(drawn(7)).not.to.deep.equal(drawn(8));
  });

  it('has incidents that can happen, with ids of their own, and parts of at most the amount', () => {
    const without = fc.subarray([...incidentKinds]);
    const counts = fc.integer({ min: 1, max: 60 });
    fc.assert(
      fc.property(seeds, counts, without, (seed, orders, left) => {
        const { plan } = drawPlan({ seed, orders, without: left }, everything);
        const all = plan.orders.flatMap(({ incidents }) => incidents);
        expect(new Set(all.map(({ id }) => id)).size).to.equal(incidentsIn(plan));
        expect(kindsOf(all).filter((kind) => left.includes(kind))).to.deep.equal([]);
        for (const { amount, incidents } of plan.orders) {
          expect(new Set(kindsOf(incidents)).size).to.equal(incidents.length);
          expect(incidents.length).to.be.at.most(3);
          for (const incident of incidents) {
            expect(canHappen(incident, incidents), incident.id).to.equal(true);
            if (incident.kind !== 'refunded') continue;
            expect(Math.min(...incident.parts)).to.be.at.least(1);
            expect(incident.parts.reduce((sum, part) => sum + part)).to.be.at.most(amount);
          }
        }
      }),
      { numRuns: 100, seed: 15 },
    );
  });

  it('lets some customers pay by the methods that the shop takes besides cards', () => {
    const { plan } = drawPlan({ seed: 3, methods: ['ideal', 'sepa_debit'] }, everything);
    const by = (method?: string) => plan.orders.filter((order) => order.method === method);
    expect(by('ideal').length).to.be.at.least(15);
    const debits = by('sepa_debit');
    const refused = debits.filter(({ incidents }) => kindsOf(incidents).includes('debit_refused'));
    expect(refused.length).to.be.at.least(5);
    expect(debits.length - refused.length).to.be.at.least(5);
    const others = kindsOf([...by('ideal'), ...debits].flatMap(({ incidents }) => incidents));
    expect(others).not.to.include.oneOf(['declined', 'refunded', 'day_passes']);
    expect(kindsOf(debits.flatMap(({ incidents }) => incidents))).not.to.include('challenged');
    expect(kindsOf(by().flatMap(({ incidents }) => incidents))).not.to.include('debit_refused');
  });

  it('leaves out what the driver cannot do and what it was told, and says so', () => {
    const nothing = { refunds: false, advance: false };
    const { plan, untried } = drawPlan({ seed: 1, without: ['frozen'] }, nothing);
    const kinds = kindsOf(plan.orders.flatMap(({ incidents }) => incidents));
    expect(kinds).not.to.include.members(['refunded', 'day_passes', 'frozen']);
    expect(untried).to.deep.equal([
      'no frozen: the option plan.without leaves it out',
      'no refunds: the driver has no refund()',
      'no passing of 24 hours: the driver has no advance()',
    ]);
  });

  it('takes the number of orders, their currency and how many run at once from the options', () => {
    const { plan } = drawPlan({ seed: 1, orders: 3, atOnce: 2, currency: 'jpy' }, everything);
    expect([plan.seed, plan.atOnce, plan.orders.map(({ number }) => number)]).to.deep.equal([
      1,
      2,
      [1, 2, 3],
    ]);
    expect(plan.orders.map(({ currency }) => currency)).to.deep.equal(['jpy', 'jpy', 'jpy']);
  });
});

describe('the amounts of a plan', () => {
  const amountsOf = (seed: number, amounts?: ReadonlyArray<number>) =>
    drawPlan({ seed, ...(amounts && { amounts }) }, everything).plan.orders.map(
      ({ amount }) => amount,
    );

  it('differ by at least 5, and every third is one that floats get wrong', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const amounts = amountsOf(seed).toSorted((one, other) => one - other);
        const gaps = amounts.slice(1).map((amount, index) => amount - (amounts[index] ?? 0));
        expect(Math.min(...gaps)).to.be.at.least(5);
        expect(amounts[0]).to.be.at.least(100);
        expect(amounts.at(-1)).to.be.at.most(20_000);
        expect(amounts.filter(floatsGetWrong).length).to.be.at.least(66);
      }),
      { numRuns: 20, seed: 15 },
    );
  });

  it('are each price of a list equally often', () => {
    const amounts = amountsOf(3, [500, 1500]);
    expect(amounts.filter((amount) => amount === 500)).to.have.lengthOf(100);
    expect(amounts.filter((amount) => amount === 1500)).to.have.lengthOf(100);
  });

  it('fit into a narrow range', () => {
    const { plan } = drawPlan({ seed: 1, orders: 5, amounts: { from: 10, to: 11 } }, everything);
    expect(new Set(plan.orders.map(({ amount }) => amount))).to.deep.equal(new Set([10, 11]));
  });

  for (const [amount, wrong] of [
    [1999, true],
    [115, true],
    [820, true],
    [435, true],
    [100, false],
    [2000, false],
  ] as const) {
    it(`know whether floats get ${amount} wrong`, () => {
      expect(floatsGetWrong(amount)).to.equal(wrong);
    });
  }

  it('has every fourth order in another currency, in amounts that it has', () => {
    const options = { seed: 4, currencies: ['eur', 'jpy', 'kwd'] };
    const { orders } = drawPlan(options, everything).plan;
    const count = (currency: string) => orders.filter((one) => one.currency === currency).length;
    expect(count('jpy')).to.be.greaterThan(10);
    expect(count('kwd')).to.be.greaterThan(10);
    expect(count('eur')).to.be.greaterThan(140);
    for (const { currency, amount, incidents } of orders) {
      if (currency === 'kwd') expect(amount % 10).to.equal(0);
      if (currency !== 'eur') expect(kindsOf(incidents)).not.to.include('refunded');
    }
  });
});
