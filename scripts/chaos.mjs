import { spawnSync } from 'node:child_process';

const { status } = spawnSync(
  process.execPath,
  ['node_modules/mocha/bin/mocha.js', 'build/test/chaos/**/*.test.js'],
  { stdio: 'inherit', env: { ...process.env, CHAOS: 'full' } },
);
process.exitCode = status ?? 1;
