import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { install, NotAvailable } from './clients/install.mjs';
import { medusas } from './torture/medusa/index.mjs';
import { medusas1 } from './torture/medusa-1/index.mjs';
import { pasarela } from './torture/pasarela/index.mjs';
import { payloads } from './torture/payload/index.mjs';
import { vendures } from './torture/vendure/index.mjs';

const shops = [pasarela, ...medusas, ...medusas1, ...vendures, ...payloads];

const help = `Usage: npm run torture:shops -- [options] [shop ...]

Runs \`pasarela torture\` on real shops: Pasarela's service, and servers of Medusa, Vendure and Payload from npm, unchanged, on a
PostgreSQL of their own. Each is installed into a temporary folder outside the project. No install script runs.

Shops: ${shops.map(({ name }) => name).join(', ')}. Default: all, one after the other.

Options:
  --orders <number>  default 200
  --seed <number>    default 1
  --without <kinds>  leave these incidents out: killed,frozen
  --shrink           look for the smallest plan of each finding. With Medusa this takes hours
  --replay <file>    run this plan; several, one after the other: --replay a.json --replay a.json
  --report <folder>  default torture-report
  --start <seconds>  how long a shop may take to start, default 300
  --quiet <seconds>  how long nothing has to happen until all has settled. Medusa takes 150, without kills and freezes 20 suffice
  --cache <folder>   keep the installed shops in this folder, and use those that it has
  --no-build         use what the last build wrote
  --help             print this help

Medusa runs with Redis, as its documentation asks for in production, where this machine has a redis-server.
It exits with 1 when something was found.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    orders: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    without: { type: 'string', default: '' },
    shrink: { type: 'boolean', default: false },
    replay: { type: 'string', multiple: true, default: [] },
    report: { type: 'string', default: 'torture-report' },
    start: { type: 'string', default: '300' },
    quiet: { type: 'string' },
    'no-build': { type: 'boolean', default: false },
    cache: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const root = resolve(import.meta.dirname, '..');

const say = (message) => process.stderr.write(`${message}\n`);

const build = () => {
  const shell = process.platform === 'win32';
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: 'inherit',
    shell,
  });
  return status === 0;
};

const chosen =
  positionals.length === 0 ? shops : shops.filter(({ name }) => positionals.includes(name));

const folders = () => {
  if (values.cache !== undefined) return resolve(values.cache);
  const temporary = mkdtempSync(join(tmpdir(), 'pasarela-torture-shops-'));
  process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));
  return temporary;
};

const planIn = async (file) => JSON.parse(await readFile(file, 'utf8')).plan;

/** The plans of the files, or `undefined` for a plan that is drawn. */
const replays = async () =>
  values.replay.length === 0 ? [undefined] : Promise.all(values.replay.map(planIn));

/** Says each tenth of a phase: a run of a real shop can take an hour. */
const sayProgress = () => {
  let last = '';
  return ({ phase, done, orders, findings }) => {
    const tenths = orders === 0 ? 0 : Math.floor((done * 10) / orders);
    const line = `${phase}: ${tenths * 10} % of ${orders} orders, ${findings} findings`;
    if (line !== last) say(line);
    last = line;
  };
};

/** Runs the torture test on a shop. Returns whether nothing was found. */
const tortureShop = async (shop, parent, signal) => {
  // The files that the build has just written.
  const { describeTorture, runTorture, writeReports } = await import('../dist/torture.js');
  const folder = join(parent, shop.name);
  mkdirSync(folder, { recursive: true });
  const version = shop.npm === undefined ? undefined : install(shop, folder);
  const closers = [];
  const onClose = (close) => closers.unshift(close);
  try {
    const prepared = await shop.prepare({ root, folder, version, onClose });
    const title = `${shop.name} ${prepared.version}`.trim();
    say(`${title}: ready`);
    const { orders, seed, shrink } = values;
    const without = [...(prepared.options.plan?.without ?? []), ...values.without.split(',')];
    const plan = {
      ...prepared.options.plan,
      orders: Number(orders),
      seed: Number(seed),
      without: without.filter((kind) => kind !== ''),
    };
    const shopOptions = { ...prepared.options.shop, startMs: Number(values.start) * 1000 };
    const quiet = values.quiet === undefined ? {} : { quietMs: Number(values.quiet) * 1000 };
    const settle = { ...prepared.options.settle, ...quiet };
    const options = { ...prepared.options, shop: shopOptions, settle, plan, shrink };
    const report = join(resolve(values.report), shop.name);
    let passed = true;
    for (const [place, replay] of (await replays()).entries()) {
      const watch = { signal, replay, onProgress: sayProgress() };
      // oxlint-disable-next-line no-await-in-loop
      const result = await runTorture(options, watch);
      const into = values.replay.length > 1 ? join(report, String(place + 1)) : report;
      // oxlint-disable-next-line no-await-in-loop
      await writeReports(result, into, title, new Date());
      console.log(`${title}\n\n${describeTorture(result)}\n\n${into}/index.html`);
      passed &&= result.passed;
    }
    return passed;
  } finally {
    for (const close of closers) {
      // oxlint-disable-next-line no-await-in-loop
      await close();
    }
  }
};

const main = async () => {
  if (values.help) {
    console.log(help);
    return;
  }
  const unknown = positionals.filter((word) => !shops.some(({ name }) => name === word));
  if (unknown.length > 0) {
    say(`torture:shops: no shop is named ${unknown.join(', ')}; --help shows the names`);
    process.exitCode = 1;
    return;
  }
  if (!values['no-build'] && !build()) {
    process.exitCode = 1;
    return;
  }
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => ending.abort(new Error(signal)));
  }
  const parent = folders();
  for (const shop of chosen) {
    try {
      // One after the other: each wants the whole machine.
      // oxlint-disable-next-line no-await-in-loop
      if (!(await tortureShop(shop, parent, ending.signal))) process.exitCode = 1;
    } catch (error) {
      if (ending.signal.aborted) {
        process.exitCode = 130;
        return;
      }
      if (!(error instanceof NotAvailable)) throw error;
      say(`${shop.name}: skipped, ${error.message}`);
    }
  }
};

await main();
