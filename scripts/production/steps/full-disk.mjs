import { setTimeout as pause } from 'node:timers/promises';

const roomBytes = 100_000;

export const fullDisk = {
  name: 'full-disk',
  about: 'the disk of the tables becomes full, and later has room again',
  needs: ['mount'],
  run: async ({ stack, sizes }) => {
    stack.disk.fill(roomBytes);
    const began = Date.now();
    let seen;
    while (Date.now() - began < sizes.outage * 3000 && seen === undefined) {
      // oxlint-disable-next-line no-await-in-loop
      const statuses = await Promise.all(stack.instances.map((one) => one.statusOf('/ready')));
      if (statuses.every((status) => status === 503)) seen = Date.now();
      // oxlint-disable-next-line no-await-in-loop
      else await pause(200);
    }
    await pause(sizes.outage * 1000);
    stack.disk.empty();
    return {
      ended: Date.now(),
      result: seen === undefined ? 'not full in time' : 'no instance was ready',
      holds: () => [['every instance says that it is not ready', seen !== undefined]],
    };
  },
};
