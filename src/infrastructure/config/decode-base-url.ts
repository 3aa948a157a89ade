import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { decodeUrl } from './decode-url.js';
import type { Decoded } from './decoded.js';
import type { Environment } from './environment.js';
import { given } from './given.js';
import { isLiveKey } from './is-live-key.js';
import { problem } from './problem.js';

const isHostAlone = (url: string): boolean => new URL(url).href === `${new URL(url).origin}/`;

const isInClear = (url: string): boolean => new URL(url).protocol === 'http:';

/** Where calls for Stripe go instead; a live key goes nowhere in clear. */
export const decodeBaseUrl = (env: Environment): Decoded<string | undefined> =>
  pipe(
    decodeUrl(env, 'STRIPE_BASE_URL'),
    E.flatMap((url): Decoded<string | undefined> => {
      if (url !== undefined && !isHostAlone(url)) {
        return problem(
          'STRIPE_BASE_URL must name a host alone, without user, path or query, such as http://127.0.0.1:12111',
        );
      }
      return url !== undefined && isInClear(url) && isLiveKey(given(env, 'STRIPE_SECRET_KEY') ?? '')
        ? problem(
            'STRIPE_BASE_URL must be https with a live key, which would go over the wire in clear: unset it to call Stripe, or give a test key',
          )
        : E.right(url);
    }),
  );
