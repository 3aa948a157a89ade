import { redact } from '../../domain/redact.js';
import type { Decoded } from './decoded.js';
import { problem } from './problem.js';

/** A variable that should be something else. Its value is repeated, but for a key that came into the wrong variable. */
export const wrongValue = (name: string, should: string, value: string): Decoded<never> =>
  problem(`${name} must be ${should}; it is "${redact(value)}"`);
