import { createHash } from 'node:crypto';
import { seed } from '../support/inputs/seed.js';

/**
 * Decides when each instance is killed, which answers are lost, and the order of deliveries. The progress of the service
 * at those moments still differs from run to run.
 */
export const chaosSeed = process.env['SEED'] ?? String(seed);

/** A pseudo-random number from 0 to 1, the same for the same seed and name. */
export const drawn = (name: string): number =>
  createHash('sha256').update(`${chaosSeed} ${name}`).digest().readUInt32BE() / 2 ** 32;
