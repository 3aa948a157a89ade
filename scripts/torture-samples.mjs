// Runs `pasarela torture` on the sample shops of examples/torture over many seeds, and prints what came out.
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfiguration } from '../build/src/torture/options/load-configuration.js';
import { incidentsIn } from '../build/src/torture/plan/plan.js';
import { replayText } from '../build/src/torture/report/replay-file.js';
import { runTorture } from '../build/src/torture.js';

const help = `Usage: npm run torture:samples [-- options]

Runs the sample shops of examples/torture. A shop with a fault must break its rule at every seed, and a right shop none.
It exits with 1 when one does not.

  --shop NAME     only this shop; may be repeated
  --seeds NUMBER  how many seeds (default: 10; of right shops 50)
  --from NUMBER   the first seed (default: 1)
  --orders NUMBER how many orders with incidents that are drawn; 0: single faults alone (default: 200)
  --write         writes the smallest plan of each shop into its folder, as smallest.json
  --help`;

// The rule that each fault breaks; a right shop breaks none.
const rules = {
  'no-idempotency-key': 'charged_twice',
  'new-key-per-retry': 'charged_twice',
  'key-of-the-cart': 'stuck',
  'order-after-answer': 'charged_without_order',
  'webhook-handled-twice': 'shipped_twice',
  'webhook-order-trusted': 'charged_without_order',
  'float-amounts': 'wrong_amount',
  'refund-without-lock': 'refunded_too_much',
  'last-write-wins': 'charged_without_order',
  'timeout-as-failure': 'told_failed_but_paid',
  'decline-as-end': 'charged_without_order',
  'error-after-handling': 'webhook_refused',
  'return-page-trusted': 'order_without_charge',
  'shipped-at-processing': 'order_without_charge',
  'acknowledged-before-stored': 'charged_without_order',
  'refused-as-decline': 'stuck',
  'read-failed-as-absent': 'wrong_amount',
  'memory-that-dies': 'charged_twice',
  'lock-without-end': 'stuck',
  'timer-that-dies': 'stuck',
  'cancel-after-timeout': 'told_failed_but_paid',
  'events-by-cursor': 'charged_without_order',
  'module-variable': 'charged_without_order',
  'refund-lost-as-failed': 'told_failed_but_refunded',
  'signature-not-checked': 'forged_event_accepted',
  'action-as-decline': 'cannot_pay_with_3d_secure',
  'abandoned-payment': 'charged_twice',
  'job-given-up': 'stuck',
  'event-before-work': 'stuck',
  'old-orders-closed': 'told_failed_but_paid',
  'cents-of-yen': 'wrong_currency_units',
  'right-stripe': null,
  'right-checkout': null,
  'right-element': null,
  'right-pasarela': null,
  'right-polling': null,
  'right-capture': null,
  'right-surplus': null,
  'right-python': null,
  'right-postgres': null,
};

// One fault is not enough to find these.
const ofPairs = new Set(['job-given-up']);

const samples = resolve('examples/torture');

/** A copy of the samples that finds `pasarela` as an installed package. */
const copySamples = (folder) => {
  cpSync(samples, folder, { recursive: true, filter: (path) => !path.endsWith('node_modules') });
  mkdirSync(join(folder, 'node_modules'));
  for (const [name, place] of [
    ['pasarela', '.'],
    ['libsql', 'node_modules/libsql'],
    ['stripe', 'node_modules/stripe'],
    ['pg', 'node_modules/pg'],
  ]) {
    symlinkSync(resolve(place), join(folder, 'node_modules', name), 'junction');
  }
};

const kindsIn = (plan) => {
  const kinds = plan.orders.flatMap(({ incidents }) => incidents.map(({ kind }) => kind));
  return kinds.length === 0 ? 'none' : kinds.join(' + ');
};

const tortureShop = async (folder, shop, seed, orders) => {
  const config = await loadConfiguration(join(folder, shop, 'torture.config.mjs'));
  const { passed, runs, broken } = await runTorture({
    ...config,
    plan: { ...config.plan, orders, seed, pairs: ofPairs.has(shop) },
  });
  // Rules that the same orders break are one finding.
  const found = broken.find(({ rule, also }) =>
    [rule, ...also.map((one) => one.rule)].some(({ name }) => name === rules[shop]),
  );
  const others = broken.filter((one) => one !== found);
  return {
    seed,
    passed,
    seconds: runs.reduce((sum, { run }) => sum + run.took, 0) / 1000,
    found,
    others,
  };
};

const line = (shop, { seed, passed, seconds, found, others }) => {
  const smallest = found?.smallest;
  const parts = [
    passed ? 'no finding' : undefined,
    found && `${found.rule.name} (${found.findings.length})`,
    found &&
      (smallest
        ? `smallest: ${kindsIn(smallest.plan)}, ${smallest.runs} runs`
        : 'not found again when shrinking'),
    ...others.map(({ rule, findings }) => `ALSO ${rule.name}: ${findings[0].message}`),
  ];
  return `${shop}, seed ${seed}, ${seconds.toFixed(1)} s: ${parts.filter(Boolean).join('; ')}`;
};

const onPostgres = new Set(['right-postgres', 'event-before-work']);

/** Starts a PostgreSQL if one of the shops needs it. Returns how to end it. */
const startDatabase = async (shops) => {
  if (!shops.some((shop) => onPostgres.has(shop))) return async () => undefined;
  const { startPostgres } = await import('../build/test/support/stores/postgres/start-postgres.js');
  const { url, end } = await startPostgres();
  process.env.TORTURE_DATABASE = url;
  return end;
};

const isRight = (shop, { passed, found }) =>
  rules[shop] === null
    ? passed
    : found?.smallest !== null && found !== undefined && incidentsIn(found.smallest.plan) <= 3;

const summary = (shop, results) => {
  const right = results.filter((result) => isRight(shop, result)).length;
  const smallest = results.flatMap(({ found }) => found?.smallest ?? []);
  const kinds = [...new Set(smallest.map(({ plan }) => kindsIn(plan)))].join('; ');
  const others = [...new Set(results.flatMap((one) => one.others.map(({ rule }) => rule.name)))];
  const most =
    smallest.length === 0 ? '' : Math.max(...smallest.map(({ plan }) => incidentsIn(plan)));
  const seconds = Math.max(...results.map((result) => result.seconds)).toFixed(0);
  const cells = [
    rules[shop] ?? 'none',
    `${right} of ${results.length}`,
    most,
    kinds,
    others.join(', '),
    seconds,
  ];
  return `| ${[shop, ...cells].join(' | ')} |`;
};

const { values } = parseArgs({
  options: {
    shop: { type: 'string', multiple: true, default: Object.keys(rules) },
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    orders: { type: 'string', default: '200' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const unknown = values.shop.filter((shop) => !(shop in rules));

if (values.help || unknown.length > 0) {
  console.log(help);
  process.exitCode = values.help ? 0 : 1;
} else {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-samples-'));
  const rows = [];
  const endDatabase = await startDatabase(values.shop);
  try {
    copySamples(folder);
    for (const shop of values.shop) {
      const seeds = Number(values.seeds ?? (rules[shop] === null ? 50 : 10));
      const results = [];
      for (let seed = Number(values.from); results.length < seeds; seed++) {
        // One after the other: each run uses the whole machine.
        // oxlint-disable-next-line no-await-in-loop
        const result = await tortureShop(folder, shop, seed, Number(values.orders));
        results.push(result);
        console.log(line(shop, result));
        if (!isRight(shop, result)) process.exitCode = 1;
      }
      const first = results.flatMap(({ found }) => found?.smallest ?? []).at(0);
      if (values.write && first !== undefined) {
        writeFileSync(join(samples, shop, 'smallest.json'), replayText(first));
      }
      rows.push(summary(shop, results));
    }
  } finally {
    await endDatabase();
    rmSync(folder, { recursive: true });
  }
  const heads = [
    'Shop',
    'Rule',
    'Right',
    'Most incidents',
    'Smallest plans',
    'Other rules',
    'Longest run (s)',
  ];
  console.log(`\n| ${heads.join(' | ')} |\n|${'---|'.repeat(heads.length)}\n${rows.join('\n')}`);
}
