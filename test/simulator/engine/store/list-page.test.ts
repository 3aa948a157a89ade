import { expect } from 'chai';
import * as fc from 'fast-check';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { CreatedRange } from '../../../../src/simulator/engine/params/page.js';
import { listPage } from '../../../../src/simulator/engine/store/list-page.js';
import { createTable } from '../../../../src/simulator/engine/store/table.js';
import { openShop, pay } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';
import { seed } from '../../../support/inputs/seed.js';

type Row = { readonly id: string; readonly owner: string | null; readonly created: number };

type Step =
  | {
      readonly do: 'put';
      readonly id: number;
      readonly owner: string | null;
      readonly later: number;
    }
  | { readonly do: 'remove'; readonly id: number }
  | {
      readonly do: 'page';
      readonly owner: string | null;
      readonly limit: number;
      readonly cursor: number;
      readonly way: 'first' | 'starting_after' | 'ending_before';
      readonly created: CreatedRange | undefined;
    };

const id = fc.nat({ max: 40 });
const owner = fc.constantFrom('a', 'b', null);
const moment = fc.integer({ min: 95, max: 130 });
const range: fc.Arbitrary<CreatedRange> = fc.oneof(
  moment,
  fc.record({ gt: moment, gte: moment, lt: moment, lte: moment }, { requiredKeys: [] }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('put' as const), id, owner, later: fc.nat({ max: 2 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), id }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('page' as const),
      owner,
      limit: fc.integer({ min: 1, max: 7 }),
      cursor: id,
      way: fc.constantFrom('first' as const, 'starting_after' as const, 'ending_before' as const),
      created: fc.option(range, { nil: undefined }),
    }),
  },
);

const isIn = (given: CreatedRange | undefined, at: number): boolean => {
  if (given === undefined) return true;
  if (typeof given === 'number') return at === given;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = given;
  return at > gt && at >= gte && at < lt && at <= lte;
};

/** The expected page, from a walk over the whole list. `all` is newest first. */
const naivePage = (
  all: ReadonlyArray<Row>,
  page: Extract<Step, { readonly do: 'page' }>,
): { readonly data: ReadonlyArray<Row>; readonly has_more: boolean } => {
  const at = all.findIndex((row) => row.id === `r${page.cursor}`);
  const mine = (row: Row): boolean =>
    (page.owner === null || row.owner === page.owner) && isIn(page.created, row.created);
  if (page.way === 'ending_before') {
    const newer = all.slice(0, at).filter(mine);
    return { data: newer.slice(-page.limit), has_more: newer.length > page.limit };
  }
  const older = all.slice(page.way === 'first' ? 0 : at + 1).filter(mine);
  return { data: older.slice(0, page.limit), has_more: older.length > page.limit };
};

describe('lists', () => {
  it('agree with a naive list after any additions, moves between groups and removals', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const table = createTable<Row, 'owner'>({ owner: (row) => row.owner });
        let model: ReadonlyArray<Row> = [];
        let now = 100;
        for (const next of steps) {
          if (next.do === 'put') {
            now += next.later;
            const known = model.find((row) => row.id === `r${next.id}`);
            const put = { id: `r${next.id}`, owner: next.owner, created: known?.created ?? now };
            table.put(put);
            model =
              known !== undefined
                ? model.map((row) => (row.id === put.id ? put : row))
                : [put, ...model];
          } else if (next.do === 'remove') {
            const removed = `r${next.id}`;
            table.remove(removed);
            model = model.filter((row) => row.id !== removed);
          } else {
            const cursor = `r${next.cursor}`;
            const exists = model.some((other) => other.id === cursor);
            const answer = listPage({
              table,
              selection: next.owner === null ? 'all' : { index: 'owner', key: next.owner },
              resource: 'customer',
              url: '/rows',
              page: {
                limit: next.limit,
                ...(next.way === 'first' ? {} : { [next.way]: cursor }),
                ...(next.created === undefined ? {} : { created: next.created }),
              },
            });
            if (next.way !== 'first' && !exists) {
              expect(answer).to.have.nested.property('left.error.param', next.way);
            } else {
              const { data, has_more } = right(answer);
              expect({ data, has_more }).to.deep.equal(naivePage(model, next));
            }
          }
        }
        const again = createTable<Row, 'owner'>({ owner: (row) => row.owner }, table.dump());
        expect([...again.newestFirst('all')]).to.deep.equal(model);
      }),
      { seed, numRuns: 300 },
    );
  });

  it('are newest first even within a second, with ten to a hundred items a page', () => {
    const { engine, customer } = openShop();
    const ids = Array.from(
      { length: 101 },
      () =>
        right(
          engine.call(engineOperations.createIntent, { amount: 100, currency: 'eur', customer }),
        ).id,
    ).toReversed();
    const list = (page: object) => engine.call(engineOperations.listIntents, { customer, ...page });
    const first = right(list({}));
    expect(first.data.map((intent) => intent.id)).to.deep.equal(ids.slice(0, 10));
    expect(first).to.include({ object: 'list', has_more: true, url: '/v1/payment_intents' });
    expect(right(list({ limit: 100 })).data).to.have.length(100);
    // Recording 08, steps 101 and 102.
    expect(right(list({ limit: 0 })).data).to.have.length(1);
    expect(right(list({ limit: 101 })).data).to.have.length(100);
    for (const limit of [1.5, -1]) {
      expect(refusal(list({ limit }))).to.include({ status: 400, param: 'limit' });
    }
  });

  it('refuse cursors that they do not contain', () => {
    const { engine, customer } = openShop();
    const intent = right(
      engine.call(engineOperations.createIntent, { amount: 100, currency: 'eur' }),
    );
    const list = (page: object) => engine.call(engineOperations.listIntents, page);
    for (const cursor of ['starting_after', 'ending_before']) {
      expect(refusal(list({ [cursor]: 'pi_none' }))).to.include({
        status: 400,
        code: 'resource_missing',
        param: cursor,
        message: "No such payment_intent: 'pi_none'",
      });
    }
    expect(refusal(list({ starting_after: intent.id, ending_before: intent.id })).status).to.equal(
      400,
    );
    expect(refusal(list({ customer: 'cus_none' }))).to.include({
      status: 400,
      code: 'resource_missing',
      param: 'customer',
    });
    const other = right(engine.call(engineOperations.createCustomer, {})).id;
    const card = right(
      engine.call(engineOperations.createSource, { customer: other, source: 'tok_visa' }),
    );
    expect(
      refusal(engine.call(engineOperations.listSources, { customer, starting_after: card.id })),
    ).to.include({ status: 400, param: 'starting_after' });
  });

  it('of customers can be filtered by email address', () => {
    const { engine, customer } = openShop();
    const twin = right(
      engine.call(engineOperations.createCustomer, { email: 'ana@example.com' }),
    ).id;
    right(engine.call(engineOperations.createCustomer, { email: 'eva@example.com' }));
    const ids = () =>
      right(engine.call(engineOperations.listCustomers, { email: 'ana@example.com' })).data.map(
        ({ id: found }) => found,
      );
    expect(ids()).to.deep.equal([twin, customer]);
    right(engine.call(engineOperations.updateCustomer, { customer, email: 'otra@example.com' }));
    expect(ids()).to.deep.equal([twin]);
    right(engine.call(engineOperations.deleteCustomer, { customer: twin }));
    expect(ids()).to.deep.equal([]);
  });

  it('of every kind can be filtered by creation time', () => {
    const shop = openShop();
    const { engine } = shop;
    const start = engine.clock.now();
    for (let second = 0; second < 5; second += 1) {
      const { id: payer } = right(engine.call(engineOperations.createCustomer, {}));
      const { id: intent } = pay({ ...shop, customer: payer });
      right(engine.call(engineOperations.createRefund, { payment_intent: intent }));
      engine.clock.advance(1);
    }
    type Page = { readonly created: CreatedRange; readonly limit: number };
    const lists = {
      customers: (page: Page) => right(engine.call(engineOperations.listCustomers, page)).data,
      intents: (page: Page) => right(engine.call(engineOperations.listIntents, page)).data,
      charges: (page: Page) => right(engine.call(engineOperations.listCharges, page)).data,
      refunds: (page: Page) => right(engine.call(engineOperations.listRefunds, page)).data,
      events: (page: Page) => right(engine.call(engineOperations.listEvents, page)).data,
    };
    for (const [name, list] of Object.entries(lists)) {
      const moments = (created: CreatedRange) =>
        new Set(list({ created, limit: 100 }).map((row) => row.created - start));
      expect([...moments({ gte: start + 1, lt: start + 3 })], name).to.deep.equal([2, 1]);
      expect([...moments({ gt: start + 2, lt: start + 5 })], name).to.deep.equal([4, 3]);
      expect([...moments({ gt: start, lte: start + 1 })], name).to.deep.equal([1]);
      expect([...moments(start + 4)], name).to.deep.equal([4]);
      expect([...moments(start - 1)], name).to.deep.equal([]);
    }
  });
});
