import { existsSync } from 'node:fs';
import { expect } from 'chai';
import { createDriver } from '../../../src/torture/driver/create-driver.js';
import { judgeLedgers } from '../../../src/torture/judge/judge-ledgers.js';
import type { DriverContext } from '../../../src/torture/options/driver.js';
import type { TortureOptions } from '../../../src/torture/options/torture-options.js';
import { TortureProblem } from '../../../src/torture/options/torture-problem.js';
import type { Incident } from '../../../src/torture/plan/incident.js';
import type { Plan } from '../../../src/torture/plan/plan.js';
import { createRunPlan } from '../../../src/torture/run/create-run-plan.js';
import { smallShop } from '../../support/torture/small-shop-options.js';

const planOf = (...orders: ReadonlyArray<ReadonlyArray<Incident>>): Plan => ({
  version: 1,
  seed: 1,
  atOnce: 2,
  orders: orders.map((incidents, place) => ({
    number: place + 1,
    amount: 1999 + place * 100,
    currency: 'eur',
    incidents,
  })),
});

const runWith = async (
  options: TortureOptions,
  plan: Plan,
  signal: AbortSignal = new AbortController().signal,
) => {
  const driver = await createDriver(options);
  return createRunPlan({ options, driver, environment: process.env })(plan, signal);
};

const problemOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a run of a plan', () => {
  it('reads the ledgers when all has settled, and after the customers without an answer came back', async () => {
    const { ledgers, happened, settled, journal } = await runWith(
      smallShop(),
      planOf(
        [],
        [{ id: '2.1', kind: 'request_lost', call: 1 }],
        [{ id: '3.1', kind: 'answer_lost', call: 7 }],
      ),
    );
    const facts = ledgers.map(({ when, orders }) => [
      when,
      ...orders.map(({ answers, payments, shopOrders }) => [
        answers.map((answer) => answer?.outcome ?? null),
        payments.map(({ captured }) => captured),
        shopOrders.map(({ state }) => state),
      ]),
    ]);
    const paid = (amount: number) => [['paid'], [amount], ['paid']];
    expect(facts).to.deep.equal([
      ['settled', paid(1999), [[null], [], ['open']], paid(2199)],
      ['visited', paid(1999), [[null, 'paid'], [2099], ['paid']], paid(2199)],
    ]);
    expect([...happened]).to.deep.equal(['2.1']);
    expect(settled).to.equal(true);
    expect(journal.filter(({ kind }) => kind === 'judged')).to.have.lengthOf(2);
  });

  it('reads the ledgers of orders by direct debit again, when the banks have answered', async () => {
    const plan = planOf([], [{ id: '2.1', kind: 'debit_refused' }]);
    const { ledgers, happened, journal } = await runWith(smallShop(), {
      ...plan,
      orders: plan.orders.map((order) =>
        order.number === 2 ? { ...order, method: 'sepa_debit' } : order,
      ),
    });
    expect(ledgers.map(({ when, orders }) => [when, orders.length])).to.deep.equal([
      ['settled', 2],
      ['visited', 2],
      ['answered', 1],
    ]);
    expect(ledgers[2]?.orders[0]).to.include({ order: 2, method: 'sepa_debit' });
    expect([...happened]).to.deep.equal(['2.1']);
    expect(
      journal.flatMap((entry) => (entry.kind === 'clock' ? [entry.seconds] : [])),
    ).to.have.lengthOf(1);
  });

  it('lets a day pass at both clocks before the customers come back who wait for it', async () => {
    const moved: Array<number> = [];
    const advance = async (seconds: number) => {
      moved.push(seconds);
    };
    const { journal, ledgers } = await runWith(
      { ...smallShop(), shop: { ...smallShop().shop, events: ['charge.refunded'] }, advance },
      planOf(
        [{ id: '1.1', kind: 'day_passes', call: 1 }],
        [{ id: '2.1', kind: 'request_lost', call: 1 }],
      ),
    );
    expect(moved).to.deep.equal([90_000]);
    const events = journal.flatMap((entry) => {
      if (entry.kind === 'clock') return [`${entry.seconds} s`];
      return entry.kind === 'pays' && entry.why === 'visits' ? [`visit ${entry.order}`] : [];
    });
    expect(events).to.deep.equal(['visit 2', '90000 s', 'visit 1']);
    // Until the day has passed, nobody can finish the order: it is not judged before.
    expect(ledgers.map(({ orders }) => orders.map(({ order }) => order))).to.deep.equal([
      [2],
      [1, 2],
    ]);
    // The key was forgotten: this shop charges again.
    expect(ledgers[1]?.orders[0]?.payments).to.have.lengthOf(2);
  });

  const leaves: Incident = { id: '2.1', kind: 'declined', code: 'generic_decline', next: 'leaves' };

  for (const [fault, status, state, rules] of [
    ['', 502, 'open', []],
    ['trusting', 200, 'paid', ['forged_event_accepted']],
  ] as const) {
    it(`sends a forged event about an order that nobody paid, to a ${fault || 'right'} shop`, async () => {
      const { ledgers, journal } = await runWith(smallShop(fault), planOf([], [leaves]));
      expect(ledgers.map(({ forged }) => forged === undefined)).to.deep.equal([true, false]);
      expect(ledgers[1]?.forged).to.deep.include({
        order: 2,
        type: 'payment_intent.succeeded',
        status,
      });
      expect(ledgers[1]?.forged?.after.map((row) => row.state)).to.deep.equal([state]);
      expect(judgeLedgers(ledgers).map(({ rule }) => rule)).to.deep.equal(rules);
      expect(journal.filter(({ kind }) => kind === 'forged')).to.have.lengthOf(1);
    });
  }

  it('forges no event where every order is paid', async () => {
    const { ledgers, journal } = await runWith(smallShop('trusting'), planOf([]));
    expect(ledgers.at(-1)).not.to.have.property('forged');
    expect(journal.filter(({ kind }) => kind === 'forged')).to.deep.equal([]);
  });

  it('knows the orders to which nothing happened but 3D Secure', async () => {
    const challenged: Incident = { id: '1.1', kind: 'challenged', ends: 'approved' };
    const { ledgers } = await runWith(
      smallShop(),
      planOf(
        [challenged],
        [challenged, { id: '2.2', kind: 'request_lost', call: 1 }],
        [{ id: '3.1', kind: 'challenged', ends: 'refused' }],
      ),
    );
    expect(ledgers[0]?.orders.map(({ onlyChallenged = false }) => onlyChallenged)).to.deep.equal([
      true,
      false,
      false,
    ]);
  });

  it('ends when it is aborted, and the shop with it', async () => {
    const aborting = new AbortController();
    const seen: Array<DriverContext> = [];
    const problem = await problemOf(
      runWith(
        {
          ...smallShop(),
          pay: (_, context) => {
            seen.push(context);
            aborting.abort(new Error('Ctrl-C'));
            return new Promise(() => undefined);
          },
        },
        planOf([]),
        aborting.signal,
      ),
    );
    expect(problem).to.have.property('message', 'Ctrl-C');
    expect(seen.map(({ folder }) => existsSync(folder))).to.deep.equal([false]);
    const url = seen[0]?.url ?? '';
    expect(await problemOf(fetch(url))).to.be.instanceOf(TypeError);
    const begun = await problemOf(runWith(smallShop(), planOf([]), aborting.signal));
    expect(begun).to.have.property('message', 'Ctrl-C');
  });

  it('starts a shop again that hangs, and goes on', async () => {
    let reads = 0;
    const { orders, pay, ...shop } = smallShop();
    const answered = async <A>(answer: () => Promise<A>): Promise<A> =>
      reads > 3 ? answer() : new Promise<never>(() => undefined);
    const options: TortureOptions = {
      ...shop,
      callMs: 2000,
      orders: async (context) => {
        reads += 1;
        return answered(() => orders(context));
      },
      pay: async (order, context) => answered(() => pay(order, context)),
    };
    const { ledgers, journal } = await runWith(options, planOf([], [], []));
    expect(
      journal.flatMap((entry) => (entry.kind === 'shop' ? [entry.what] : [])).slice(0, 3),
    ).to.deep.equal(['started', 'killed', 'started']);
    const started = journal.find(({ kind }) => kind === 'shop')?.at;
    expect(
      journal.flatMap((entry) => (entry.kind === 'shop_hung' ? [entry.since] : [])),
    ).to.deep.equal([started]);
    const told = ledgers
      .at(-1)
      ?.orders.map(({ answers }) => answers.map((one) => one?.outcome ?? null));
    expect(told?.slice(0, 2)).to.deep.equal([
      [null, 'paid'],
      [null, 'paid'],
    ]);
    // On a busy machine the shop may not answer the third customer within `callMs` either.
    expect(told?.at(2)?.at(-1)).to.equal('paid');
    const [finding, ...others] = judgeLedgers(ledgers);
    expect(others).to.deep.equal([]);
    expect(finding).to.include({ rule: 'shop_hung', order: null });
    expect(finding?.message).to.match(
      /^the shop stood still since \d+\.\d s of the run, and had to be killed: .*orders\(\) did not respond within 2 s$/,
    );
  });

  /** The small shop behind a circuit breaker, which an order opens for so many requests of customers. */
  const behindBreaker = (requests: number, patienceMs: number): TortureOptions => {
    const { pay, ...shop } = smallShop();
    let refuses = 0;
    return {
      ...shop,
      settle: { quietMs: 40, patienceMs },
      pay: async (order, context) => {
        if (order.id.startsWith('o1-') && order.key.endsWith('-1') && refuses === 0) {
          refuses = requests;
        }
        if (refuses === 0) return pay(order, context);
        refuses -= 1;
        throw new Error('503 Service Unavailable, Retry-After: 5');
      },
    };
  };

  it('lets customers without a response come again, while the circuit breaker of the shop is open', async () => {
    const { ledgers } = await runWith(behindBreaker(11, 60_000), planOf([], []));
    expect(judgeLedgers(ledgers)).to.deep.equal([]);
    const told = ledgers.at(-1)?.orders.map(({ answers }) => answers.at(-1)?.outcome);
    expect(told).to.deep.equal(['paid', 'paid']);
  });

  it('finds an order that nobody can pay, and its customer comes more often with patience than in haste', async () => {
    for (const [patienceMs, isOften] of [
      [0, false],
      [1500, true],
    ] as const) {
      const { ledgers } = await runWith(behindBreaker(1_000_000, patienceMs), planOf([]));
      expect(judgeLedgers(ledgers).map(({ rule, order }) => [rule, order])).to.deep.equal([
        ['stuck', 1],
      ]);
      // The first press, and three of a customer who comes back.
      const presses = ledgers.at(-1)?.orders[0]?.answers.length ?? 0;
      expect(presses > 4).to.equal(isOften);
    }
  });

  it('rejects when the orders cannot be read', async () => {
    const options: TortureOptions = {
      ...smallShop(),
      orders: async () => {
        throw new Error('the shop answered 404');
      },
    };
    const problem = await problemOf(runWith(options, planOf([])));
    expect(problem).to.be.instanceOf(TortureProblem);
    expect(problem).to.have.property(
      'message',
      'orders() got no response: Error: the shop answered 404. A shop whose orders cannot be read cannot be judged',
    );
  });

  for (const { title, advance, why } of [
    {
      title: 'fails',
      advance: async () => {
        throw new Error('the shop answered 404');
      },
      why: 'the shop answered 404',
    },
    {
      title: 'hangs',
      advance: () => new Promise<void>(() => undefined),
      why: 'advance() did not respond within 3 s',
    },
  ]) {
    it(`rejects when the clock of the shop cannot be moved, as advance() ${title}`, async () => {
      const options: TortureOptions = { ...smallShop(), callMs: 3000, advance };
      const day: Incident = { id: '1.1', kind: 'day_passes', call: 1 };
      expect(await problemOf(runWith(options, planOf([day])))).to.have.property(
        'message',
        `advance() failed: Error: ${why}`,
      );
    });
  }

  it('lets an hour pass, then a day, and each customer comes back when it is time', async () => {
    const advanced: Array<number> = [];
    const shop = {
      ...smallShop(),
      advance: async (seconds: number) => {
        advanced.push(seconds);
      },
    };
    const { ledgers, journal } = await runWith(
      shop,
      planOf(
        [
          { id: '1.1', kind: 'declined', code: 'generic_decline', next: 'leaves' },
          { id: '1.2', kind: 'comes_back', seconds: 90_000 },
        ],
        [{ id: '2.1', kind: 'day_passes', call: 1, seconds: 3660 }],
        [{ id: '3.1', kind: 'day_passes', call: 1 }],
        [{ id: '4.1', kind: 'comes_back', seconds: 3660 }],
      ),
    );
    expect(advanced).to.deep.equal([3660, 86_340]);
    const last = ledgers.at(-1)?.orders ?? [];
    expect(
      last.map(({ payments }) => payments.reduce((sum, { captured }) => sum + captured, 0)),
    ).to.deep.equal([1999, 2099, 2199, 2299]);
    expect(last.map(({ shopOrders }) => shopOrders.map(({ state }) => state))).to.deep.equal([
      ['paid'],
      ['paid'],
      ['paid'],
      ['paid'],
    ]);
    const back = journal.filter((entry) => entry.kind === 'incident').map(({ order }) => order);
    expect(back).to.include.members([1, 2, 3, 4]);
  });
});
