import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { sideBySide } from './side-by-side.mjs';

const seed = Number(process.env.SEED ?? randomInt(1_000_000));
const requests = Number(process.env.REQUESTS ?? 100_000);
const processes = Math.min(4, availableParallelism());
console.log(`SEED=${seed} REQUESTS=${requests}`);

// Of five requests of a run, one goes to the service over Stripe.
const share = Math.ceil((requests / processes) * (4 / 5));
const run = (index) => ({
  heading: `\nSEED=${seed + 10 * index}\n`,
  program: process.execPath,
  args: ['node_modules/mocha/bin/mocha.js', 'build/test/hostile/**/*.test.js'],
  options: { env: { ...process.env, SEED: String(seed + 10 * index), REQUESTS: String(share) } },
});
const runs = await sideBySide(Array.from({ length: processes }, (_, index) => run(index)));
process.exitCode = runs.every(({ good }) => good) ? 0 : 1;
