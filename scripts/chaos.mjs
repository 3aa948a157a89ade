import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';

const seed = process.env.SEED ?? String(randomInt(1_000_000));
console.log(`SEED=${seed}`);

const { status } = spawnSync(
  process.execPath,
  ['node_modules/mocha/bin/mocha.js', 'build/test/chaos/**/*.test.js'],
  { stdio: 'inherit', env: { ...process.env, CHAOS: 'full', SEED: seed } },
);
process.exitCode = status ?? 1;
