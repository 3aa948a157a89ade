import { setTimeout as pause } from 'node:timers/promises';

// In milliseconds: an instance runs for a tenth of the time.
const [runs, stands] = [25, 225];

export const starved = {
  name: 'starved',
  about: 'every instance gets a tenth of a core',
  run: async ({ stack, sizes }) => {
    const until = Date.now() + sizes.outage * 1000;
    while (Date.now() < until) {
      for (const one of stack.instances) one.signal('SIGSTOP');
      // oxlint-disable-next-line no-await-in-loop
      await pause(stands);
      for (const one of stack.instances) one.signal('SIGCONT');
      // oxlint-disable-next-line no-await-in-loop
      await pause(runs);
    }
    return { result: '', holds: () => [] };
  },
};
