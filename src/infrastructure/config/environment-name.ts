import type { Environment } from './environment.js';
import { given } from './given.js';
import { isLiveKey } from './is-live-key.js';

/** `NODE_ENV`; without it a live key means production, whatever else was forgotten (decision E9). */
export const environmentName = (env: Environment): string =>
  given(env, 'NODE_ENV') ??
  (isLiveKey(given(env, 'STRIPE_SECRET_KEY') ?? '') ? 'production' : 'development');
