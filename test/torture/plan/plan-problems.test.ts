import { expect } from 'chai';
import { isPlan, planProblems } from '../../../src/torture/plan/plan-problems.js';

const planWith = (incident: object): object => ({
  version: 1,
  seed: 42,
  atOnce: 8,
  orders: [{ number: 1, amount: 1999, currency: 'eur', incidents: [incident] }],
});

describe('the problems of a plan', () => {
  for (const incident of [
    { kind: 'request_lost', call: 1 },
    { kind: 'answer_late', call: 2, ms: 1500 },
    { kind: 'refused', call: 1, status: 409 },
    { kind: 'killed', call: 1, when: 'before' },
    { kind: 'killed_at_webhook', about: 'payment' },
    { kind: 'frozen', call: 1, when: 'after', ms: 0 },
    { kind: 'webhook_dropped', about: 'refund', tries: 2 },
    { kind: 'webhooks_reversed', ms: 10 },
    { kind: 'declined', code: 'expired_card', next: 'leaves' },
    { kind: 'challenged', ends: 'left' },
    { kind: 'retries', key: 'other' },
    { kind: 'refunded', parts: [100, 200], atOnce: true },
    { kind: 'events_late', seconds: 60 },
  ]) {
    it(`are none with ${incident.kind}`, () => {
      expect(planProblems(planWith({ id: 'i1', ...incident }))).to.deep.equal([]);
      expect(isPlan(planWith({ id: 'i1', ...incident }))).to.equal(true);
    });
  }

  for (const [incident, problem] of [
    [{ id: 'i1', kind: 'answer_late', call: 0, ms: 1 }, 'call must be a whole number from 1'],
    [{ id: 'i1', kind: 'answer_late', call: 1, ms: 1.5 }, 'ms must be a whole number from 0'],
    [{ kind: 'request_lost', call: 1 }, 'id must be a text'],
    [{ id: 'i1', kind: 'toString' }, 'kind must be one of request_lost, '],
    [{ id: 'i1', kind: 'refused', call: 1, status: 418 }, 'status must be one of 409, 429, 500'],
    [
      { id: 'i1', kind: 'refunded', parts: [0], atOnce: false },
      'parts must be a list of amounts in minor units',
    ],
    [{ id: 'i1', kind: 'refunded', parts: [1], atOnce: 'no' }, 'atOnce must be true or false'],
  ] as const) {
    it(`name the field of the incident: ${problem}`, () => {
      const [found = ''] = planProblems(planWith(incident));
      expect(found)
        .to.match(/^plan\.orders\[0\]\.incidents\[0\]\./)
        .and.include(problem);
    });
  }

  it('name what is no plan at all, an empty plan, and what is there twice', () => {
    expect(planProblems(null)).to.deep.equal(['plan must be an object']);
    expect(planProblems({ version: 1, seed: 1, atOnce: 1, orders: [] })).to.deep.equal([
      'plan.orders has no order',
    ]);
    const order = {
      number: 1,
      amount: 1,
      currency: 'eur',
      incidents: [{ id: 'i1', kind: 'webhook_first', call: 1 }],
    };
    expect(planProblems({ version: 1, seed: 1, atOnce: 1, orders: [order, order] })).to.deep.equal([
      'the order number 1 is there twice',
      'the incident i1 is there twice',
    ]);
    expect(planProblems({ version: 1, seed: 1, atOnce: 1, orders: [null] })).to.deep.equal([
      'plan.orders[0] must be an object',
    ]);
  });
});
