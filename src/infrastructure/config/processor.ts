import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import {
  defaultApiVersion,
  isApiVersion,
  wantedApiVersion,
} from '../../adapters/outbound/stripe/api-version.js';
import {
  collectProblems,
  type Decoded,
  decodeOneOf,
  decodeUrl,
  decodeWholeNumber,
  problem,
  wrongValue,
} from './decoders.js';
import { type Environment, isLiveKey, isProduction, readVariable } from './environment.js';

/** The in-memory processor. */
type MemoryConfig = {
  readonly kind: 'memory';
  /** Its ids follow from it; absent: they are random. */
  readonly seed: string | undefined;
};

/** Stripe, or what speaks its protocol. */
export type StripeConfig = {
  readonly kind: 'stripe';
  readonly secretKey: string;
  /** Absent: Stripe itself. */
  readonly baseUrl: string | undefined;
  /** The version of its API, for example `2026-08-26.dahlia`. */
  readonly apiVersion: string;
  /** How customers' cards are kept there. */
  readonly cards: 'sources' | 'payment_methods';
  /** How long one attempt of a call may take. */
  readonly timeoutMs: number;
  readonly maxRetries: number;
};

/** Which card processor, and what it needs. */
export type ProcessorConfig = MemoryConfig | StripeConfig;

const wanted =
  'a secret key (sk_test_... or sk_live_...) or a restricted one (rk_test_... or rk_live_...)';

/** The key that Stripe is called with. No problem repeats it. */
const decodeSecretKey = (env: Environment): Decoded<string> => {
  const key = readVariable(env, 'STRIPE_SECRET_KEY');
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

const isHostAlone = (url: string): boolean => new URL(url).href === `${new URL(url).origin}/`;

const isInClear = (url: string): boolean => new URL(url).protocol === 'http:';

/** Where calls for Stripe go instead; a live key goes nowhere in clear. */
const decodeBaseUrl = (env: Environment): Decoded<string | undefined> =>
  pipe(
    decodeUrl(env, 'STRIPE_BASE_URL'),
    E.flatMap((url): Decoded<string | undefined> => {
      if (url !== undefined && !isHostAlone(url)) {
        return problem(
          'STRIPE_BASE_URL must name a host alone, without user, path or query, such as http://127.0.0.1:12111',
        );
      }
      return url !== undefined &&
        isInClear(url) &&
        isLiveKey(readVariable(env, 'STRIPE_SECRET_KEY') ?? '')
        ? problem(
            'STRIPE_BASE_URL must be https with a live key, which would go over the wire in clear: unset it to call Stripe, or give a test key',
          )
        : E.right(url);
    }),
  );

/** The version of Stripe's API that requests name. */
const decodeApiVersion = (env: Environment): Decoded<string> => {
  const version = readVariable(env, 'STRIPE_API_VERSION') ?? defaultApiVersion;
  return isApiVersion(version)
    ? E.right(version)
    : wrongValue('STRIPE_API_VERSION', wantedApiVersion, version);
};

const decodeMemory = (env: Environment): Decoded<MemoryConfig> =>
  isProduction(env) && readVariable(env, 'ALLOW_MEMORY_PROCESSOR_IN_PRODUCTION') !== 'true'
    ? problem(
        'the in-memory processor takes no real money and does not start in production: unset NODE_ENV, or set ALLOW_MEMORY_PROCESSOR_IN_PRODUCTION=true',
      )
    : E.right({ kind: 'memory', seed: readVariable(env, 'MEMORY_SEED') });

const decodeStripe = (env: Environment): Decoded<StripeConfig> =>
  pipe(
    collectProblems({
      secretKey: decodeSecretKey(env),
      baseUrl: decodeBaseUrl(env),
      apiVersion: decodeApiVersion(env),
      cards: decodeOneOf(env, 'STRIPE_CARDS', ['sources', 'payment_methods'], 'sources'),
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
    decodeOneOf(
      env,
      'PROCESSOR',
      ['memory', 'stripe'],
      readVariable(env, 'STRIPE_SECRET_KEY') === undefined ? 'memory' : 'stripe',
    ),
    E.flatMap(
      (kind): Decoded<ProcessorConfig> =>
        kind === 'memory' ? decodeMemory(env) : decodeStripe(env),
    ),
  );

/** The processor in the words of the line that says that the service is ready: never with its key. */
export const describeProcessor = (processor: ProcessorConfig): string => {
  if (processor.kind === 'memory') return 'memory';
  const { secretKey, baseUrl } = processor;
  const key = isLiveKey(secretKey) ? 'live key' : 'test key';
  return `stripe (${key})${baseUrl === undefined ? '' : ` at ${baseUrl}`}`;
};
