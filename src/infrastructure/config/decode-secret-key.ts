import * as E from 'fp-ts/lib/Either.js';
import type { Decoded } from './decoded.js';
import type { Environment } from './environment.js';
import { given } from './given.js';
import { problem } from './problem.js';

const wanted =
  'a secret key (sk_test_... or sk_live_...) or a restricted one (rk_test_... or rk_live_...)';

/** The key that Stripe is called with. No problem repeats it. */
export const decodeSecretKey = (env: Environment): Decoded<string> => {
  const key = given(env, 'STRIPE_SECRET_KEY');
  if (key === undefined) return problem(`PROCESSOR=stripe needs STRIPE_SECRET_KEY: ${wanted}`);
  if (key.startsWith('pk_')) {
    return problem(
      `STRIPE_SECRET_KEY holds a publishable key, which is for browsers: give ${wanted}`,
    );
  }
  return /^(?:sk|rk)_(?:test|live)_[!-~]+$/.test(key)
    ? E.right(key)
    : problem(`STRIPE_SECRET_KEY does not look like a key of Stripe: give ${wanted}`);
};
