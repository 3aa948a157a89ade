import { setTimeout as pause } from 'node:timers/promises';

export const poolerRestart = {
  name: 'pooler-restart',
  about: 'PgBouncer ends, and starts again',
  needs: ['pgbouncer'],
  run: async ({ stack, sizes }) => {
    await stack.pooler.stop();
    await pause(sizes.quiet * 1000);
    await stack.pooler.start();
    return { result: `away for ${sizes.quiet} s`, holds: () => [] };
  },
};
