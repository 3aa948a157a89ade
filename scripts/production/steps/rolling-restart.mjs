import { setTimeout as pause } from 'node:timers/promises';

// A proxy that asks every second needs a few until it uses an instance again.
const settleMs = 3000;

/** Stops each instance in order and starts it again, one after the other. */
export const rollThrough = async ({ instances }) => {
  for (const instance of instances) {
    // oxlint-disable-next-line no-await-in-loop
    const code = await instance.stop();
    if (code !== 0) throw new Error(`${instance.name} ended with ${code}`);
    // oxlint-disable-next-line no-await-in-loop
    await instance.launch();
    // oxlint-disable-next-line no-await-in-loop
    await instance.becomesReady();
    // oxlint-disable-next-line no-await-in-loop
    await pause(settleMs);
  }
};

const roll = async ({ stack, sizes }) => {
  for (let round = 0; round < sizes.restarts; round += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await rollThrough(stack);
  }
  return {
    result: `${sizes.restarts * stack.instances.length} restarts`,
    holds: ({ failed }) => [['no request fails', failed === 0]],
  };
};

export const rollingRestart = {
  name: 'rolling-restart',
  about: 'every instance is restarted under load, behind HAProxy',
  run: roll,
};

export const rollingRestartOfNginx = {
  name: 'rolling-restart-nginx',
  about: 'the same behind nginx, which has no health checks',
  needs: ['nginx'],
  run: async (day) => {
    const nginx = await day.stack.startNginx();
    day.shop.useAddress(nginx.address);
    const done = await roll(day);
    // Requests in progress end there.
    day.shop.useAddress(day.stack.proxy.address);
    await pause(settleMs);
    return done;
  },
};
