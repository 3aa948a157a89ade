import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { install, NotAvailable } from './clients/install.mjs';
import { medusa } from './torture/medusa/index.mjs';
import { pasarela } from './torture/pasarela/index.mjs';
import { payloads } from './torture/payload/index.mjs';
import { vendure } from './torture/vendure/index.mjs';

const shops = [pasarela, medusa, vendure, ...payloads];

const help = `Usage: npm run torture:shops -- [options] [shop ...]

Runs \`pasarela torture\` on real shops: Pasarela's service, and servers of Medusa, Vendure and Payload from npm, unchanged, on a
PostgreSQL of their own. Each is installed into a temporary folder outside the project. No install script runs.

Shops: ${shops.map(({ name }) => name).join(', ')}. Default: all, one after the other.

Options:
  --orders <number>  default 200
  --seed <number>    default 1
  --shrink           look for the smallest plan of each finding. With Medusa this takes hours
  --replay <file>    run this plan
  --report <folder>  default torture-report
  --cache <folder>   keep the installed shops in this folder, and use those that it has
  --help             print this help

Medusa runs with Redis, as its documentation asks for in production, where this machine has a redis-server.
It exits with 1 when something was found.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    orders: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    shrink: { type: 'boolean', default: false },
    replay: { type: 'string' },
    report: { type: 'string', default: 'torture-report' },
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

const replayOf = async () =>
  values.replay === undefined ? undefined : JSON.parse(await readFile(values.replay, 'utf8')).plan;

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
    const plan = { ...prepared.options.plan, orders: Number(orders), seed: Number(seed) };
    const replay = await replayOf();
    const result = await runTorture({ ...prepared.options, plan, shrink }, { signal, replay });
    const report = join(resolve(values.report), shop.name);
    await writeReports(result, report, title, new Date());
    console.log(`${title}\n\n${describeTorture(result)}\n\n${report}/index.html`);
    return result.passed;
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
  if (!build()) {
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
