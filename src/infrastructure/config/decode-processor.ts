import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { decodeApiVersion } from './decode-api-version.js';
import { decodeBaseUrl } from './decode-base-url.js';
import { decodeSecretKey } from './decode-secret-key.js';
import { decodeWholeNumber } from './decode-whole-number.js';
import { decodeWord } from './decode-word.js';
import type { Decoded } from './decoded.js';
import type { Environment } from './environment.js';
import { every } from './every.js';
import { given } from './given.js';
import { isProduction } from './is-production.js';
import { problem } from './problem.js';
import type { MemoryConfig, ProcessorConfig, StripeConfig } from './processor-config.js';

const decodeMemory = (env: Environment): Decoded<MemoryConfig> =>
  isProduction(env) && given(env, 'ALLOW_MEMORY_PROCESSOR_IN_PRODUCTION') !== 'true'
    ? problem(
        'the in-memory processor takes no real money and does not start in production: unset NODE_ENV, or set ALLOW_MEMORY_PROCESSOR_IN_PRODUCTION=true',
      )
    : E.right({ kind: 'memory', seed: given(env, 'MEMORY_SEED') });

const decodeStripe = (env: Environment): Decoded<StripeConfig> =>
  pipe(
    every({
      secretKey: decodeSecretKey(env),
      baseUrl: decodeBaseUrl(env),
      apiVersion: decodeApiVersion(env),
      cards: decodeWord(env, 'STRIPE_CARDS', ['sources', 'payment_methods'], 'sources'),
      timeoutMs: decodeWholeNumber(env, 'STRIPE_TIMEOUT_MS', {
        from: 1,
        to: 600_000,
        fallback: 30_000,
      }),
      maxRetries: decodeWholeNumber(env, 'STRIPE_MAX_RETRIES', { from: 0, to: 10, fallback: 2 }),
    }),
    E.map((decoded) => ({ kind: 'stripe' as const, ...decoded })),
  );

/** The card processor: `PROCESSOR` names it, and without that a key of Stripe means Stripe. */
export const decodeProcessor = (env: Environment): Decoded<ProcessorConfig> =>
  pipe(
    decodeWord(
      env,
      'PROCESSOR',
      ['memory', 'stripe'],
      given(env, 'STRIPE_SECRET_KEY') === undefined ? 'memory' : 'stripe',
    ),
    E.flatMap(
      (kind): Decoded<ProcessorConfig> =>
        kind === 'memory' ? decodeMemory(env) : decodeStripe(env),
    ),
  );
