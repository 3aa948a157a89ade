// Runs `pasarela torture` on the sample shops of examples/torture, phase by phase, and prints what came out.
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfiguration } from '../build/src/torture/options/load-configuration.js';
import { incidentsIn } from '../build/src/torture/plan/plan.js';
import { replayText } from '../build/src/torture/report/replay-file.js';
import { runTorture } from '../build/src/torture.js';

const help = `Usage: npm run torture:samples [-- options]

Runs the sample shops of examples/torture. Every single fault, or pairs of faults where one is not enough, must break the
rule of a shop with a fault, and nothing may break one of a right shop. It exits with 1 when this is not so.

  --shop NAME     only this shop; may be repeated
  --phase NAME    only single, pairs or random; may be repeated
  --part 1/2      only the first of two parts of the shops, to run both side by side
  --results FILE  writes each run into this file when it has ended, and makes no run that is in it already
  --seeds NUMBER  how many random runs of a shop (default: 20 of right shops; of others as many as take as long as its
                  single faults)
  --from NUMBER   the first seed (default: 1)
  --orders NUMBER the orders of a random run (default: 200)
  --no-shrink     looks for no smallest plans
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

const onPostgres = new Set(['right-postgres', 'event-before-work']);

/** Starts a PostgreSQL if one of the shops needs it. Returns how to end it. */
const startDatabase = async (shops) => {
  if (!shops.some((shop) => onPostgres.has(shop))) return async () => undefined;
  const { startPostgres } = await import('../build/test/support/stores/postgres/start-postgres.js');
  const { url, end } = await startPostgres();
  process.env.TORTURE_DATABASE = url;
  return end;
};

const phasesOf = (shop) => {
  if (rules[shop] === null) return ['single', 'pairs', 'random'];
  return ofPairs.has(shop) ? ['pairs', 'random'] : ['single', 'random'];
};

const namesOf = ({ rule, also }) => [rule, ...also.map((one) => one.rule)].map(({ name }) => name);

const cellsOf = ({ cells }) =>
  Object.fromEntries(
    ['held', 'broke', 'unreached'].map((mark) => [
      mark,
      cells.filter((cell) => cell.mark === mark).length,
    ]),
  );

const brokenOf = (broken) => ({
  rules: namesOf(broken),
  orders: broken.findings.length,
  message: broken.findings[0].message,
  smallest:
    broken.smallest === null
      ? null
      : {
          kinds: kindsIn(broken.smallest.plan),
          incidents: incidentsIn(broken.smallest.plan),
          orders: broken.smallest.plan.orders.length,
          runs: broken.smallest.runs,
        },
});

const secondsSince = (begun) => Math.round((performance.now() - begun) / 100) / 10;

/** The result, also of a test that ends before its first run. */
const resultOf = async (options, watch) => {
  try {
    return await runTorture(options, watch);
  } catch (error) {
    return { passed: false, problem: String(error), certificate: null, broken: [], untried: [] };
  }
};

/** One phase of the test of one shop. `seconds`: without the runs that make plans smaller. */
const tortureShop = async (folder, { shop, phase, seed, orders, shrink }) => {
  const begun = performance.now();
  const config = await loadConfiguration(join(folder, shop, 'torture.config.mjs'));
  const played = [];
  const onProgress = (progress) => {
    if (progress.phase === 'shrinking' && played.length === 0) played.push(secondsSince(begun));
  };
  const plan = {
    ...config.plan,
    seed,
    orders: phase === 'random' ? orders : 0,
    single: phase === 'single',
    pairs: phase === 'pairs',
  };
  const { passed, problem, certificate, broken, untried } = await resultOf(
    { ...config, plan, shrink },
    { onProgress },
  );
  const all = secondsSince(begun);
  const [seconds = all] = played;
  return {
    broken,
    row: {
      shop,
      phase,
      seed,
      ...(phase === 'random' && { orders }),
      passed,
      problem,
      seconds,
      secondsWithShrinking: all,
      load: loadavg()[1],
      cells: certificate === null ? null : cellsOf(certificate),
      broken: broken.map(brokenOf),
      untried,
    },
  };
};

const line = ({ shop, phase, seed, passed, problem, seconds, cells, broken }) => {
  const parts = [
    passed ? 'no finding' : undefined,
    problem === null ? undefined : `PROBLEM ${problem}`,
    cells === null
      ? undefined
      : `${cells.broke} of ${cells.held + cells.broke + cells.unreached} cells broke a rule`,
    ...broken.map(
      ({ rules: names, orders, smallest }) =>
        `${names.join(' with ')} (${orders}), ${smallest === null ? 'no smallest plan' : `smallest: ${smallest.kinds}, ${smallest.runs} runs`}`,
    ),
  ];
  return `${shop}, ${phase}, seed ${seed}, ${seconds} s: ${parts.filter(Boolean).join('; ')}`;
};

/** Whether a run came out as it must. Random runs need not find the fault. */
const isRight = ({ shop, phase, passed, problem, broken }) => {
  if (rules[shop] === null) return passed;
  const found = broken.find(({ rules: names }) => names.includes(rules[shop]));
  return problem === null && (phase === 'random' || found !== undefined);
};

const rulesIn = (rows) =>
  new Set(rows.flatMap(({ broken }) => broken.flatMap(({ rules: names }) => names)));

const listOf = (names) => [...names].map((name) => `\`${name}\``).join(', ');

const exhaustiveCell = (shop, rows) => {
  const found = rows.flatMap(({ broken }) =>
    broken.filter(({ rules: names }) => names.includes(rules[shop])),
  );
  const { broke, held } = Object.fromEntries(
    ['broke', 'held'].map((mark) => [
      mark,
      rows.reduce((sum, { cells }) => sum + (cells?.[mark] ?? 0), 0),
    ]),
  );
  if (rules[shop] === null) {
    return rows.every(({ passed }) => passed) ? `${held} held` : `${broke} broke a rule`;
  }
  const [smallest] = found.flatMap((one) => one.smallest ?? []);
  if (found.length === 0) return 'not found';
  return `found by ${broke}; ${smallest?.kinds ?? 'no smallest plan'}`;
};

const secondsOf = (rows) => rows.reduce((sum, { seconds }) => sum + seconds, 0);

const summary = (shop, rows) => {
  const exhaustive = rows.filter(({ phase }) => phase !== 'random');
  const random = rows.filter(({ phase }) => phase === 'random');
  const known = rulesIn(exhaustive);
  const only = [...rulesIn(random)].filter((name) => !known.has(name));
  const found = random.filter((row) =>
    rules[shop] === null ? !row.passed : rulesIn([row]).has(rules[shop]),
  );
  const cells = [
    rules[shop] === null ? 'none' : `\`${rules[shop]}\``,
    exhaustive.length === 0 ? '' : exhaustiveCell(shop, exhaustive),
    listOf([...known].filter((name) => name !== rules[shop])),
    secondsOf(exhaustive).toFixed(0),
    `${found.length} of ${random.length}`,
    secondsOf(random).toFixed(0),
    listOf(only),
  ];
  return `| ${[shop, ...cells].join(' | ')} |`;
};

const tableOf = (rows) => {
  const heads = [
    'Shop',
    'Rule',
    'Exhaustive phase',
    'Other rules',
    'Seconds',
    'Random runs that found it',
    'Seconds',
    'Only in random runs',
  ];
  const shops = Object.keys(rules).filter((shop) => rows.some((row) => row.shop === shop));
  return [
    `| ${heads.join(' | ')} |`,
    `|${'---|'.repeat(heads.length)}`,
    ...shops.map((shop) =>
      summary(
        shop,
        rows.filter((row) => row.shop === shop),
      ),
    ),
  ].join('\n');
};

const { values } = parseArgs({
  options: {
    shop: { type: 'string', multiple: true, default: Object.keys(rules) },
    phase: { type: 'string', multiple: true, default: ['single', 'pairs', 'random'] },
    part: { type: 'string', default: '1/1' },
    results: { type: 'string' },
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    orders: { type: 'string', default: '200' },
    'no-shrink': { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const unknown = values.shop.filter((shop) => !(shop in rules));
const [part, parts] = values.part.split('/').map(Number);
const shops = values.shop.filter((_, place) => place % parts === part - 1);

const earlier = () =>
  values.results !== undefined && existsSync(values.results)
    ? readFileSync(values.results, 'utf8')
        .split('\n')
        .filter((text) => text !== '')
        .map((text) => JSON.parse(text))
    : [];

const isSameRun = (one, other) =>
  ['shop', 'phase', 'seed', 'orders'].every((name) => one[name] === other[name]);

/** The run of a phase, made now if it was not made before. */
const playOnce = async (folder, asked) => {
  const known = earlier().find((row) => isSameRun(row, asked));
  if (known !== undefined) return known;
  const { row, broken } = await tortureShop(folder, { ...asked, shrink: !values['no-shrink'] });
  if (values.results !== undefined) {
    appendFileSync(values.results, `${JSON.stringify(row)}\n`);
  }
  console.log(line(row));
  const own = broken.find((one) => namesOf(one).includes(rules[asked.shop]));
  if (values.write && own?.smallest) {
    writeFileSync(join(samples, asked.shop, 'smallest.json'), replayText(own.smallest));
  }
  return row;
};

const seedsOf = (shop) => {
  if (values.seeds !== undefined) return Number(values.seeds);
  return rules[shop] === null ? 20 : null;
};

const playShop = async (folder, shop) => {
  const from = Number(values.from);
  const phases = phasesOf(shop).filter((phase) => values.phase.includes(phase));
  const rows = [];
  for (const phase of phases.filter((one) => one !== 'random')) {
    // One after the other: each run uses the whole machine.
    // oxlint-disable-next-line no-await-in-loop
    rows.push(await playOnce(folder, { shop, phase, seed: from }));
  }
  if (!phases.includes('random')) return rows;
  const seeds = seedsOf(shop);
  const exhaustive = earlier().filter((row) => row.shop === shop && row.phase !== 'random');
  const mostSeconds = secondsOf(rows.length > 0 ? rows : exhaustive);
  const random = [];
  const isOver = () =>
    seeds === null ? random.length > 0 && secondsOf(random) >= mostSeconds : random.length >= seeds;
  while (!isOver()) {
    const asked = {
      shop,
      phase: 'random',
      seed: from + random.length,
      orders: Number(values.orders),
    };
    // oxlint-disable-next-line no-await-in-loop
    random.push(await playOnce(folder, asked));
  }
  return [...rows, ...random];
};

if (values.help || unknown.length > 0) {
  console.log(help);
  process.exitCode = values.help ? 0 : 1;
} else {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-samples-'));
  const rows = [];
  const endDatabase = await startDatabase(shops);
  try {
    copySamples(folder);
    for (const shop of shops) {
      // oxlint-disable-next-line no-await-in-loop
      rows.push(...(await playShop(folder, shop)));
    }
  } finally {
    await endDatabase();
    rmSync(folder, { recursive: true });
  }
  if (!rows.every(isRight)) process.exitCode = 1;
  console.log(
    `\n${tableOf([...earlier().filter((row) => !rows.some((one) => isSameRun(one, row))), ...rows])}`,
  );
}
