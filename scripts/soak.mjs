import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { apiKey, startTraffic, webhookSecret } from './soak/traffic.mjs';

const minutes = Number(process.argv[2] ?? 10);
if (!(minutes >= 1)) throw new Error('usage: npm run soak -- [minutes], 1 or more');
const clients = 16;
const everySeconds = 10;

const folder = mkdtempSync(join(tmpdir(), 'pasarela-soak-'));
const local = (name) => new URL(name, import.meta.url).href;

const processor = fork(new URL('./soak/quiet-processor.mjs', import.meta.url), {
  stdio: 'inherit',
});
const [processorUrl] = await once(processor, 'message');

const log = join(folder, 'service.log');
const service = fork('build/src/infrastructure/cli/main.js', ['serve'], {
  execArgv: ['--expose-gc', '--import', local('./soak/sampler.mjs')],
  stdio: ['ignore', 'pipe', openSync(log, 'w'), 'ipc'],
  env: {
    PATH: process.env.PATH,
    PORT: '0',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
    DATABASE_URL: `file:${join(folder, 'soak.db')}`,
    PROCESSOR: 'stripe',
    STRIPE_SECRET_KEY: ['sk', 'test', 'soak0123456789'].join('_'),
    STRIPE_BASE_URL: processorUrl,
    API_KEYS: `soak:${apiKey}`,
    WEBHOOK_SECRET: webhookSecret,
    IDEMPOTENCY_SECRET: 'soak-idempotency-secret-0123456789',
  },
});
const ended = once(service, 'exit');
const started = await Promise.race([once(service.stdout, 'data'), ended.then(() => [])]);
const address = /http:\/\/\S+/.exec(String(started[0]))?.[0];
if (address === undefined)
  throw new Error(`the service did not start: ${readFileSync(log, 'utf8')}`);

const sample = async () => {
  service.send('sample');
  const [taken] = await once(service, 'message');
  return taken;
};

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
const row = (cells) => `| ${cells.join(' | ')} |`;

const traffic = startTraffic(address, clients);
console.log(
  row([
    'seconds',
    'requests',
    'heap MB',
    'RSS MB',
    'external MB',
    'handles',
    'loop p99 ms',
    'longest ms',
    'CPU %',
  ]),
);
console.log('|--:|--:|--:|--:|--:|--:|--:|--:|--:|');
const samples = [];
let before = await sample();
for (let seconds = everySeconds; seconds <= minutes * 60; seconds += everySeconds) {
  await pause(everySeconds * 1000);
  const taken = await sample();
  samples.push({ ...taken, minute: seconds / 60 });
  const cpu = ((taken.cpu - before.cpu) / 1e4 / everySeconds).toFixed(0);
  before = taken;
  const { heap, rss, external, handles, p99, longest } = taken;
  console.log(
    row([
      seconds,
      traffic.count(),
      ...[heap, rss, external].map(megabytes),
      handles,
      p99.toFixed(0),
      longest.toFixed(0),
      cpu,
    ]),
  );
}
await traffic.stop();
await pause(2000);
const rest = await sample();

const began = performance.now();
service.kill('SIGTERM');
const [code] = await ended;
const stopped = (performance.now() - began) / 1000;
processor.kill();
const warnings = readFileSync(log, 'utf8')
  .split('\n')
  .filter((line) => /"level":"(?:error|fatal)"/.test(line));
rmSync(folder, { recursive: true });

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Least squares: how much a value grows in a minute. */
const growth = (points, valueOf) => {
  const [x, y] = [mean(points.map(({ minute }) => minute)), mean(points.map(valueOf))];
  const over = points.reduce((sum, point) => sum + (point.minute - x) * (valueOf(point) - y), 0);
  return over / points.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
};

// The first half compiles code and fills caches.
const second = samples.slice(Math.floor(samples.length / 2));
const heap = growth(second, (one) => one.heap);
const rss = growth(second, (one) => one.rss);
const handles = growth(second, (one) => one.handles);
const verdicts = [
  [`heap after gc: ${megabytes(heap)} MB a minute in the second half`, heap < 500_000],
  [`RSS: ${megabytes(rss)} MB a minute in the second half`, rss < 3_000_000],
  [
    `handles: ${handles.toFixed(2)} a minute; ${rest.handles} when the clients had left`,
    handles < 2 && rest.handles <= 2 * clients,
  ],
  [`unexpected answers: ${traffic.unexpected.length}`, traffic.unexpected.length === 0],
  [`errors in the log: ${warnings.length}`, warnings.length === 0],
  [`SIGTERM ended it in ${stopped.toFixed(1)} s with code ${code}`, code === 0],
];
console.log(
  `\n${[...traffic.statuses].map(([status, times]) => `${status}: ${times}`).join(', ')}`,
);
for (const [text, isGood] of verdicts) console.log(`${isGood ? 'ok    ' : 'FAILED'}  ${text}`);
for (const line of [...traffic.unexpected, ...warnings].slice(0, 10))
  console.log(line.slice(0, 400));
process.exitCode = verdicts.every(([, isGood]) => isGood) ? 0 : 1;
