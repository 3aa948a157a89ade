import { expect } from 'chai';
import type { ShopOrder } from '../../../src/domain/reconciliation/shop-order.js';
import { createJournal } from '../../../src/torture/journal/journal.js';
import type { PayAnswer } from '../../../src/torture/options/driver.js';
import { TortureProblem } from '../../../src/torture/options/torture-problem.js';
import type { Plan } from '../../../src/torture/plan/plan.js';
import { rehearse } from '../../../src/torture/run/rehearse.js';
import type { RunPlan } from '../../../src/torture/run/run-result.js';

const order = { number: 4, amount: 1999, currency: 'eur' };
const plan: Plan = {
  version: 1,
  seed: 7,
  atOnce: 8,
  orders: [
    { ...order, incidents: [{ id: '4.1', kind: 'double_click', ms: 0 }] },
    { ...order, number: 5, incidents: [] },
  ],
};

const shopOrder = (id: string): ShopOrder => ({ id, amount: 1999, state: 'paid' });
const call = {
  kind: 'call',
  call: 1,
  name: 'POST /v1/payment_intents',
  nth: 1,
  attempt: 1,
  byBrowser: false,
  events: true,
  method: 'POST',
  path: '/v1/payment_intents',
  key: null,
  done: true,
  status: 200,
  processorStatus: 200,
  replayed: false,
  object: 'pi_1',
  state: 'succeeded',
  error: null,
  amount: 1999,
  ms: 3,
} as const;

const webhook = {
  kind: 'webhook',
  event: 'evt_1',
  type: 'payment_intent.succeeded',
  attempt: 1,
  error: null,
  since: 0,
} as const;

type Scene = {
  readonly answer: PayAnswer | null;
  readonly problem?: string;
  readonly calls?: boolean;
  readonly webhooks?: ReadonlyArray<number | null>;
  readonly own?: ReadonlyArray<ShopOrder>;
  readonly others?: ReadonlyArray<ShopOrder>;
};

const rehearseScene = async (scene: Scene) => {
  const { answer, problem = null, calls = true, webhooks = [] } = scene;
  const { own = [shopOrder('o4')], others = [] } = scene;
  const journal = createJournal(() => 0);
  if (calls) journal.add(4, call);
  for (const status of webhooks) journal.add(4, { ...webhook, status });
  journal.add(4, { kind: 'answered', attempt: 1, answer, problem });
  const plans: Array<Plan> = [];
  const runPlan: RunPlan = async (one) => {
    plans.push(one);
    const ledger = {
      order: 4,
      id: 'o4-abc',
      amount: 1999,
      currency: 'eur',
      payments: [],
      shopOrders: own,
      answers: [answer],
      cameBackWithGoodCard: true,
      refunds: [],
      refusedEvents: [],
    };
    return {
      plan: one,
      ledgers: [{ when: 'visited', orders: [ledger], strangePayments: [], deaths: [] }],
      otherShopOrders: others,
      journal: journal.entries(),
      happened: new Set(),
      settled: true,
      took: 1,
    };
  };
  const outcome: unknown = await rehearse(runPlan, plan, new AbortController().signal).catch(
    (error: unknown) => error,
  );
  return { plans, outcome };
};

const paid: PayAnswer = { outcome: 'paid' };

describe('a rehearsal', () => {
  it('runs the first order, without its incidents', async () => {
    const { plans, outcome } = await rehearseScene({ answer: paid });
    expect(plans).to.deep.equal([{ ...plan, orders: [{ ...order, incidents: [] }] }]);
    expect(outcome).to.equal(undefined);
  });

  it('is content with "pending", and with an order whose amount is wrong', async () => {
    const own = [{ ...shopOrder('o4'), amount: 1998 }];
    const { outcome } = await rehearseScene({ answer: { outcome: 'pending' }, own });
    expect(outcome).to.equal(undefined);
  });

  for (const webhooks of [[404, 200], [500, 500], [null]]) {
    it(`is content with webhooks that were answered ${webhooks.join(' and ') || 'not at all'}`, async () => {
      expect((await rehearseScene({ answer: paid, webhooks })).outcome).to.equal(undefined);
    });
  }

  const refused: ReadonlyArray<readonly [name: string, scene: Scene, message: string]> = [
    [
      'nobody answers',
      { answer: null, problem: 'connect ECONNREFUSED' },
      'pay() got no response for a first order, to which nothing was done: connect ECONNREFUSED',
    ],
    [
      'a good card is refused',
      { answer: { outcome: 'failed', message: 'no stock' }, calls: false },
      'a first order, to which nothing was done and which a good card pays, was not paid: no stock. The shop never called the processor: it has to take the address of Stripe from {processor}, or {proxy} or {redirect} (see shop.env)',
    ],
    [
      'a good card is refused without a word',
      { answer: { outcome: 'failed' } },
      'a first order, to which nothing was done and which a good card pays, was not paid: pay() said "failed" without a message',
    ],
    [
      'the shop pays somewhere else',
      { answer: paid, calls: false },
      'pay() returned "paid". The shop never called the processor: it has to take the address of Stripe from {processor}, or {proxy} or {redirect} (see shop.env)',
    ],
    [
      'webhooks are sent on to another path',
      { answer: paid, webhooks: [308] },
      'every webhook of a first order, to which nothing was done, got 308: is shop.webhook the path at which the shop receives them?',
    ],
    [
      'the path of webhooks is wrong',
      { answer: paid, webhooks: [404, 404] },
      'every webhook of a first order, to which nothing was done, got 404: is shop.webhook the path at which the shop receives them?',
    ],
    [
      'the secret of webhooks is wrong',
      { answer: paid, webhooks: [400] },
      'every webhook of a first order, to which nothing was done, got 400: does the shop have {webhookSecret} (see shop.env)?',
    ],
    [
      'the order is not listed',
      { answer: paid, own: [], others: [shopOrder('77')] },
      'orders() did not return the first order, o4-abc, for which pay() returned "paid": it returned 1, such as {"id":"77","amount":1999,"state":"paid"}. An order belongs to the tool\'s order if its id or its reference is that of the order, of the payment (pi_..., ch_..., cs_...), or what pay() returned as order',
    ],
    [
      'nothing is listed',
      { answer: paid, own: [] },
      'orders() did not return the first order, o4-abc, for which pay() returned "paid": it returned none. An order belongs to the tool\'s order if its id or its reference is that of the order, of the payment (pi_..., ch_..., cs_...), or what pay() returned as order',
    ],
  ];
  for (const [name, scene, message] of refused) {
    it(`rejects when ${name}`, async () => {
      const { outcome } = await rehearseScene(scene);
      expect(outcome).to.be.instanceOf(TortureProblem).with.property('message', message);
    });
  }
});
