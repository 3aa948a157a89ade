import { atRandomMoments, type Progress } from './at-random-moments.js';
import { drawn } from './drawn.js';
import type { Instance } from './instance.js';
import { sizes } from './sizes.js';

// Longer than the leases of these tests.
const frozenMs = 1500;

/**
 * Kills an instance, then all at once, then freezes one that has others beside it for longer than its leases last, and so
 * on, spread at random over the work that goes on. Gives how often it did what.
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
