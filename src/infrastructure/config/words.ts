import type { Environment } from './environment.js';
import { given } from './given.js';

/** The words of a variable, which are separated by commas. */
export const words = (env: Environment, name: string): ReadonlyArray<string> =>
  (given(env, name) ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
