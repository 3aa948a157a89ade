import { createHash } from 'node:crypto';
import { chaosSeed } from './chaos-seed.js';

/** A number from 0 to 1, drawn by lot: always the same for the same seed and the same name. */
export const drawn = (name: string): number =>
  createHash('sha256').update(`${chaosSeed} ${name}`).digest().readUInt32BE() / 2 ** 32;
