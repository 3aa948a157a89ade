import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { createDriver } from '../../src/torture/driver/create-driver.js';
import type { OrderFinding } from '../../src/torture/judge/finding.js';
import { judgeLedgers } from '../../src/torture/judge/judge-ledgers.js';
import { loadConfiguration } from '../../src/torture/options/load-configuration.js';
import type { IncidentDraft } from '../../src/torture/plan/incident.js';
import { incidentsIn, type Plan } from '../../src/torture/plan/plan.js';
import { readReplay } from '../../src/torture/report/replay-file.js';
import { createRunPlan } from '../../src/torture/run/create-run-plan.js';
import type { RunResult } from '../../src/torture/run/run-result.js';
import type { TortureOptions } from '../../src/torture.js';
import { type PostgresServer, startPostgres } from '../support/stores/postgres/start-postgres.js';
import { ofBoth, rulesOfReconcile } from '../support/torture/rules-of-reconcile.js';
import { examplesOfRun } from './examples-of-run.js';

type Replay = { readonly rule: string; readonly plan: Plan };

const rows = readFileSync('examples/torture/README.md', 'utf8').match(/^\| \[.*$/gm) ?? [];

const firstTable = 18;

/** The shops of the README, each with the rule that its fault breaks; `null`: it has no fault. */
const allShops = rows.map((row) => ({
  shop: /^\| \[([a-z-]+)\]/.exec(row)?.[1] ?? '',
  rule: /\| `([a-z0-9_]+)` \|$/.exec(row)?.[1] ?? null,
}));

// Of the shops of the second table these are replayed. `npm run torture:samples` runs the others.
const replayedOfSecond = new Set([
  'action-as-decline',
  'signature-not-checked',
  'abandoned-payment',
  'job-given-up',
  'event-before-work',
  'old-orders-closed',
  'cents-of-yen',
]);

const isReplayed = ({ shop }: { readonly shop: string }, place: number): boolean =>
  place < firstTable || replayedOfSecond.has(shop);

const shops = allShops.filter(isReplayed);

const replayOf = async (shop: string): Promise<Replay> => {
  const replay: Replay = JSON.parse(
    await readFile(join('examples/torture', shop, 'smallest.json'), 'utf8'),
  );
  return replay;
};

// The shops do nothing by themselves that takes longer.
const settle = { quietMs: 600, patienceMs: 0 };

/** One plan with the orders of several. */
const merged = (plans: ReadonlyArray<Plan>): Plan => ({
  version: 1,
  seed: 1,
  atOnce: 4,
  orders: plans
    .flatMap(({ orders }) => orders)
    .map((order, index) => ({
      ...order,
      number: index + 1,
      incidents: order.incidents.map((incident, place) => ({
        ...incident,
        id: `${index + 1}.${place + 1}`,
      })),
    })),
});

type Played = RunResult & {
  /** The shared rules that `pasarela reconcile` finds broken at one of the moments when the judge reads the orders. */
  readonly reconciled: ReadonlySet<string>;
};

/** Runs a plan against a shop, which uses the installed package. */
const play = async (shop: string, plan: Plan): Promise<Played> => {
  const configuration = join(await examplesOfRun(), 'torture', shop, 'torture.config.mjs');
  const loaded = await loadConfiguration(configuration);
  const reconciled = new Set<string>();
  const orders: TortureOptions['orders'] = async (at) => {
    const read = (await loaded.orders?.(at)) ?? [];
    for (const rule of await rulesOfReconcile(read, at)) reconciled.add(rule);
    return read;
  };
  const options = { ...loaded, orders, settle };
  const environment = { PATH: process.env['PATH'] };
  const driver = await createDriver(options, environment);
  const runPlan = createRunPlan({ options, driver, environment });
  const result = await runPlan(plan, new AbortController().signal);
  return { ...result, reconciled };
};

type Verdicts = Pick<Played, 'reconciled'> & { readonly findings: ReadonlyArray<OrderFinding> };

const replay = async (shop: string, plan: Plan): Promise<Verdicts> => {
  const { ledgers, reconciled } = await play(shop, plan);
  return { findings: judgeLedgers(ledgers), reconciled };
};

/** Gives what the plan holds back more time, in which a busy machine gets as far as an idle one. */
const widened = (plan: Plan): Plan => ({
  ...plan,
  orders: plan.orders.map((order) => ({
    ...order,
    incidents: order.incidents.map((incident) =>
      incident.kind === 'webhooks_reversed' ? { ...incident, ms: 10 * incident.ms } : incident,
    ),
  })),
});

const mostTries = 10;

/** Replays a plan until the rule breaks: two requests at the same moment race, on a busy machine seldom closely. */
const replayUntilBroken = async (shop: string): Promise<Verdicts> => {
  const { rule, plan } = await replayOf(shop);
  for (let tries = 1; ; tries += 1) {
    const verdicts = await replay(shop, widened(plan));
    const isBroken = verdicts.findings.some((finding) => finding.rule === rule);
    if (isBroken || tries === mostTries) return verdicts;
  }
};

const currenciesOf = async (shop: string): Promise<ReadonlyArray<string>> => {
  const configuration = join(await examplesOfRun(), 'torture', shop, 'torture.config.mjs');
  return (await loadConfiguration(configuration)).currencies ?? ['eur'];
};

const withFault = shops.flatMap(({ shop, rule }) => (rule === null ? [] : [{ shop, rule }]));
const withoutFault = shops.filter(({ rule }) => rule === null);

// Where `pasarela reconcile` finds something else than the judge, who also hears what customers were told.
const reconciledOtherwise: Readonly<Record<string, ReadonlyArray<string>>> = {
  // An order that failed may still become paid in the minute after its charge.
  'timeout-as-failure': [],
  // The bank of a debit answers days later, which the judge has let pass.
  'shipped-at-processing': [],
  // The judge names the cause, forged_event_accepted.
  'signature-not-checked': ['order_without_charge'],
  // The order is canceled, and its payment of a week ago was charged just now: the shop may still learn of it.
  'old-orders-closed': [],
};

describe('the sample shops of the torture test', () => {
  const verdicts = new Map<string, Verdicts>();

  let database: PostgresServer;

  before(async () => {
    database = await startPostgres();
    // The configurations of shops on PostgreSQL read it.
    process.env['TORTURE_DATABASE'] = database.url;
    const queue = withFault.values();
    const lane = async () => {
      for (const { shop } of queue) verdicts.set(shop, await replayUntilBroken(shop));
    };
    await Promise.all([lane(), lane(), lane()]);
  });

  after(async () => {
    delete process.env['TORTURE_DATABASE'];
    await database.end();
  });

  it('right-postgres breaks no rule when its commits are disturbed', async () => {
    const of = 'insert events, update orders';
    const incidents: ReadonlyArray<IncidentDraft> = [
      { kind: 'killed_at_commit', of, commit: 1, when: 'before' },
      { kind: 'killed_at_commit', of: 'insert orders', commit: 1, when: 'after' },
      { kind: 'commit_lost', of, commit: 1 },
      { kind: 'connection_broken', of, commit: 1 },
      { kind: 'deadlock', of, commit: 1 },
    ];
    const orders = incidents.map((incident, place) => ({
      number: place + 1,
      amount: 1000 + place,
      currency: 'eur',
      incidents: [{ id: `${place + 1}.1`, ...incident }],
    }));
    const { ledgers, happened } = await play('right-postgres', {
      version: 1,
      seed: 1,
      atOnce: 1,
      orders,
    });
    expect(judgeLedgers(ledgers)).to.deep.equal([]);
    expect([...happened]).to.have.members(['1.1', '2.1', '3.1', '4.1', '5.1']);
  });

  it('are all in the README', async () => {
    const entries = await readdir('examples/torture', { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(allShops.map(({ shop }) => shop)).to.include.members(
      folders.filter((name) => /^(?!support|python|node_modules)/.test(name)),
    );
    expect([allShops.length, withFault.length, withoutFault.length]).to.deep.equal([40, 21, 4]);
  });

  it('have a plan that can be read, of at most three incidents, if they have a fault', async () => {
    const faulty = allShops.filter(({ rule }) => rule !== null);
    expect(faulty).to.have.length(31);
    for (const { shop, rule } of faulty) {
      const text = await readFile(join('examples/torture', shop, 'smallest.json'), 'utf8');
      const plan = readReplay(shop, text);
      expect((await replayOf(shop)).rule, shop).to.equal(rule);
      expect(incidentsIn(plan), shop).to.be.at.most(3);
    }
  });

  for (const { shop, rule } of withFault) {
    it(`${shop} breaks ${rule} by its recorded plan, of at most three incidents`, async () => {
      const { plan, ...recorded } = await replayOf(shop);
      expect(recorded.rule).to.equal(rule);
      expect(plan.orders.flatMap(({ incidents }) => incidents)).to.have.length.at.most(3);
      expect(verdicts.get(shop)?.findings.map((finding) => finding.rule)).to.include(rule);
    });

    it(`${shop} keeps and breaks the same rules for pasarela reconcile`, () => {
      const { findings = [], reconciled = [] } = verdicts.get(shop) ?? {};
      const judged = reconciledOtherwise[shop] ?? ofBoth(findings.map((finding) => finding.rule));
      expect([...reconciled].toSorted()).to.deep.equal(judged);
    });
  }

  for (const { shop } of withoutFault) {
    it(`${shop} breaks no rule by any of these plans`, async () => {
      const replays = await Promise.all(withFault.map((one) => replayOf(one.shop)));
      const currencies = await currenciesOf(shop);
      const all = merged(replays.map((one) => one.plan));
      const plan = {
        ...all,
        orders: all.orders.filter(({ currency }) => currencies.includes(currency)),
      };
      expect(plan.orders).to.have.length.at.least(12);
      const { findings, reconciled } = await replay(shop, plan);
      expect(findings).to.deep.equal([]);
      expect([...reconciled]).to.deep.equal([]);
    });
  }
});
