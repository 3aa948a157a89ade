import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { drawPlan } from '../../../src/torture/plan/draw-plan.js';
import { readPlan } from '../../../src/torture/plan/plan-file.js';

const order = { number: 1, amount: 1999, currency: 'eur', incidents: [] };
const plan = { version: 1, seed: 7, atOnce: 2, orders: [order] };
const withIncident = (incident: object) => ({
  ...plan,
  orders: [{ ...order, incidents: [{ id: '1.1', ...incident }] }],
});

describe('a plan in a file', () => {
  it('is read as it was drawn', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 250 }), (seed, orders) => {
        const drawn = drawPlan({ seed, orders }, { refunds: true, advance: true }).plan;
        expect(readPlan(JSON.parse(JSON.stringify(drawn)))).to.deep.equal(E.right(drawn));
      }),
      { numRuns: 20, seed: 15 },
    );
  });

  const wrong: ReadonlyArray<readonly [name: string, value: unknown, problem: string]> = [
    ['no object', 'x', 'plan must be an object'],
    ['no list of orders', { ...plan, orders: {} }, 'plan.orders must be a list'],
    ['no orders', { ...plan, orders: [] }, 'plan.orders is empty'],
    [
      'another version',
      { ...plan, version: 2 },
      'plan.version must be 1: the plan is from another version of Pasarela, or not a plan',
    ],
    [
      'more at once than the tool does',
      { ...plan, atOnce: 1_000_000_000 },
      'plan.atOnce must be a whole number from 1 to 200',
    ],
    [
      'a million orders',
      { ...plan, orders: Array.from({ length: 1_000_000 }, () => order) },
      'plan.orders has 1000000 orders: it can have 10000',
    ],
    [
      'a pause that is longer than timers are',
      withIncident({ kind: 'double_click', ms: 2 ** 31 }),
      'plan.orders[0].incidents[0].ms must be a whole number from 0 to 2147483647',
    ],
    [
      'one number twice',
      { ...plan, orders: [order, order] },
      'plan.orders has two orders with one number',
    ],
    [
      'a currency in capitals',
      { ...plan, orders: [{ ...order, currency: 'EUR' }] },
      'plan.orders[0].currency must be three lower-case letters',
    ],
    [
      'too much refunded',
      withIncident({ kind: 'refunded', parts: [1000, 1000], atOnce: true }),
      'plan.orders[0] refunds more than its amount, 1999',
    ],
    [
      'an unknown field of an incident',
      withIncident({ kind: 'double_click', ms: 1, mss: 2 }),
      'there is no option plan.orders[0].incidents[0].mss (did you mean plan.orders[0].incidents[0].ms?)',
    ],
    [
      'an incident without its call, and with another status',
      withIncident({ kind: 'refused', status: 404 }),
      'plan.orders[0].incidents[0].call must be a positive whole number; plan.orders[0].incidents[0].status must be 409, 429 or 500',
    ],
  ];

  for (const [name, value, problem] of wrong) {
    it(`is refused with ${name}`, () => {
      expect(readPlan(value)).to.deep.equal(E.left(problem));
    });
  }

  it('is refused with an unknown kind of incident, and the kinds are named', () => {
    const read = readPlan(withIncident({ kind: 'meteor' }));
    expect(E.isLeft(read) && read.left).to.match(
      /^plan\.orders\[0\]\.incidents\[0\]\.kind must be 'request_lost' or 'answer_lost' or/,
    );
  });
});
