import * as E from 'fp-ts/lib/Either.js';
import type { Decoded } from './decoded.js';
import type { Environment } from './environment.js';
import { given } from './given.js';
import { isProduction } from './is-production.js';
import { problem } from './problem.js';
import { words } from './words.js';

/** The bearer keys that may call; obligatory in production (decision A1). No problem repeats one. */
export const decodeApiKeys = (env: Environment): Decoded<ReadonlyArray<string>> => {
  const keys = words(env, 'API_KEYS');
  if (keys.length === 0 && given(env, 'API_KEYS') !== undefined) {
    return problem('API_KEYS is set but holds no key: unset it, or give keys, comma separated');
  }
  if (keys.length === 0 && isProduction(env)) {
    return problem('API_KEYS must hold at least one key in production (comma separated)');
  }
  return keys.some((key) => /\s/.test(key))
    ? problem('API_KEYS must be comma separated, without spaces inside a key')
    : E.right(keys);
};
