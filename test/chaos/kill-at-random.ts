import { atRandomMoments, type Progress } from './at-random-moments.js';
import { drawn } from './drawn.js';
import type { Instance } from './instance.js';
import { sizes } from './sizes.js';

/**
 * Kills instances one at a time, and every third time all of them at once, spread at random over the work that goes on.
 * Gives how many processes it killed.
 */
export const killAtRandom = async (
  instances: ReadonlyArray<Instance>,
  progress: Progress,
): Promise<number> => {
  let killed = 0;
  await atRandomMoments(sizes.kills, progress, async (time) => {
    const one = Math.floor(instances.length * drawn(`victim ${time}`));
    const victims = time % 3 === 1 ? instances : instances.slice(one, one + 1);
    await Promise.all(victims.map((instance) => instance.kill()));
    killed += victims.length;
  });
  return killed;
};
