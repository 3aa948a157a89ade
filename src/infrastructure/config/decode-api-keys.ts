import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { parseApiKeys } from '../../adapters/inbound/http/parse-api-keys.js';
import type { Decoded } from './decoded.js';
import type { Environment } from './environment.js';
import { given } from './given.js';
import { isProduction } from './is-production.js';
import { problem } from './problem.js';
import { words } from './words.js';

/**
 * The bearer keys that may call, as `API_KEYS` has them: each alone or with the name of its client (decision A1a); obligatory
 * in production (decision A1). No problem repeats one.
 */
export const decodeApiKeys = (env: Environment): Decoded<ReadonlyArray<string>> => {
  const entries = words(env, 'API_KEYS');
  if (entries.length === 0 && given(env, 'API_KEYS') !== undefined) {
    return problem('API_KEYS is set but holds no key: unset it, or give keys, comma separated');
  }
  if (entries.length === 0 && isProduction(env)) {
    return problem('API_KEYS must hold at least one key in production (comma separated)');
  }
  return pipe(
    parseApiKeys(entries),
    E.bimap(
      (problems) => problems.map((text) => `API_KEYS: ${text}`),
      () => entries,
    ),
  );
};
