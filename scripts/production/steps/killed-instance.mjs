import { setTimeout as pause } from 'node:timers/promises';

export const killedInstance = {
  name: 'kill',
  about: 'SIGKILL of an instance with requests in progress',
  run: async ({ stack, sizes }) => {
    const [, victim] = stack.instances;
    await victim.stop('SIGKILL');
    await pause(sizes.quiet * 1000);
    await victim.launch();
    await victim.becomesReady();
    return { result: 'one of three', holds: () => [] };
  },
};
