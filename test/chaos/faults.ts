import type { Instance } from './cluster.js';
import { drawn } from './draw.js';
import { pause } from './pause.js';
import { sizes } from './sizes.js';

type Progress = { readonly total: number; readonly done: () => number };

const pollMs = 2;
const latestMs = 40;

/** Acts this many times, one after the other, at random moments of the work in progress. */
export const atRandomMoments = async (
  times: number,
  { total, done }: Progress,
  act: (time: number) => Promise<void>,
): Promise<void> => {
  for (let time = 0; time < times; time += 1) {
    const due = (total * (time + 0.9 * drawn(`moment ${time}`))) / times;
    while (done() < due) await pause(pollMs);
    await pause(latestMs * drawn(`delay ${time}`));
    await act(time);
  }
};

// Longer than a lease in these tests.
const frozenMs = 1500;

/**
 * At random moments of the work in progress, in turn: kills one instance, kills all instances, freezes one of several for
 * longer than its leases last. Returns how often it did each.
 */
export const killAtRandom = async (
  instances: ReadonlyArray<Instance>,
  progress: Progress,
): Promise<{ readonly 'processes killed': number; readonly 'processes frozen': number }> => {
  let killed = 0;
  let frozen = 0;
  await atRandomMoments(sizes.kills, progress, async (time) => {
    const one = Math.floor(instances.length * drawn(`victim ${time}`));
    const victims = time % 3 === 1 ? instances : instances.slice(one, one + 1);
    if (time % 3 === 2 && instances.length > 1) {
      await Promise.all(victims.map((instance) => instance.freeze(frozenMs)));
      frozen += victims.length;
    } else {
      await Promise.all(victims.map((instance) => instance.kill()));
      killed += victims.length;
    }
  });
  return { 'processes killed': killed, 'processes frozen': frozen };
};
