import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Protection } from '../../adapters/outbound/stripe/protection.js';
import { type Checked, refused } from '../../application/checked-input.js';
import { isLiveKey } from '../../domain/text/live-key.js';
import { type Environment, isProduction } from './environment.js';
import { wantedStripeKey } from './secrets.js';
import { collectProblems } from './settings.js';
import { decodeVariable } from './variables.js';

type MemoryConfig = {
  readonly kind: 'memory';
  /** The same seed produces the same ids; absent: ids are random. */
  readonly seed: string | undefined;
};

/** Stripe, or a server that speaks its protocol. */
export type StripeConfig = {
  readonly kind: 'stripe';
  readonly secretKey: string;
  /** Absent: Stripe itself. */
  readonly baseUrl: string | undefined;
  /** The version of Stripe's API, for example `2026-08-26.dahlia`. */
  readonly apiVersion: string;
  /** How cards of customers are stored there. */
  readonly cards: 'sources' | 'payment_methods';
  /** Longest time of one attempt of a call, in milliseconds. */
  readonly timeoutMs: number;
  /** Longest time of a call with all its attempts and its look-up, in milliseconds. */
  readonly totalTimeoutMs: number;
  readonly maxRetries: number;
} & Protection;

/** A module of the operator that creates the processor. */
export type ModuleConfig = {
  readonly kind: 'module';
  /** As it was written. */
  readonly path: string;
  /** The variables of the process, among them those that only the module knows. */
  readonly environment: Environment;
};

/** The card processor, with all that it needs. */
export type ProcessorConfig = MemoryConfig | StripeConfig | ModuleConfig;

const decodeMemory = (env: Environment): Checked<MemoryConfig> =>
  pipe(
    collectProblems({
      seed: decodeVariable(env, 'MEMORY_SEED'),
      allowed: decodeVariable(env, 'ALLOW_MEMORY_PROCESSOR_IN_PRODUCTION'),
    }),
    E.flatMap(({ seed, allowed }) =>
      isProduction(env) && !allowed
        ? refused(
            'the in-memory processor moves no real money and does not start in production: set STRIPE_SECRET_KEY, unset NODE_ENV, or set ALLOW_MEMORY_PROCESSOR_IN_PRODUCTION=true',
          )
        : E.right({ kind: 'memory' as const, seed }),
    ),
  );

const decodeStripe = (env: Environment): Checked<StripeConfig> =>
  pipe(
    collectProblems({
      secretKey: pipe(
        decodeVariable(env, 'STRIPE_SECRET_KEY'),
        E.flatMap((key) =>
          key === undefined
            ? refused(`PROCESSOR=stripe needs STRIPE_SECRET_KEY: set it to ${wantedStripeKey}`)
            : E.right(key),
        ),
      ),
      baseUrl: decodeVariable(env, 'STRIPE_BASE_URL'),
      apiVersion: decodeVariable(env, 'STRIPE_API_VERSION'),
      cards: decodeVariable(env, 'STRIPE_CARDS'),
      timeoutMs: decodeVariable(env, 'STRIPE_TIMEOUT_MS'),
      totalTimeoutMs: decodeVariable(env, 'STRIPE_TOTAL_TIMEOUT_MS'),
      maxRetries: decodeVariable(env, 'STRIPE_MAX_RETRIES'),
      maxCalls: decodeVariable(env, 'STRIPE_MAX_CALLS'),
      maxWaitingCalls: decodeVariable(env, 'STRIPE_MAX_WAITING_CALLS'),
      breakerFailures: decodeVariable(env, 'STRIPE_BREAKER_FAILURES'),
      breakerFailuresInRow: decodeVariable(env, 'STRIPE_BREAKER_FAILURES_IN_ROW'),
      breakerPauseMs: decodeVariable(env, 'STRIPE_BREAKER_PAUSE_MS'),
    }),
    E.map((decoded) => ({ kind: 'stripe' as const, ...decoded })),
  );

/** The card processor of the environment. Variables of the other processor are not read. */
export const decodeProcessor = (env: Environment): Checked<ProcessorConfig> =>
  pipe(
    decodeVariable(env, 'PROCESSOR'),
    E.flatMap((name): Checked<ProcessorConfig> => {
      if (name === 'memory') return decodeMemory(env);
      return name === 'stripe'
        ? decodeStripe(env)
        : E.right({ kind: 'module', path: name, environment: env });
    }),
  );

/** The processor as the start-up line names it: never with its key. */
export const describeProcessor = (processor: ProcessorConfig): string => {
  if (processor.kind === 'memory') return 'memory';
  if (processor.kind === 'module') return processor.path;
  const { secretKey, baseUrl } = processor;
  const key = isLiveKey(secretKey) ? 'live key' : 'test key';
  return `stripe (${key})${baseUrl === undefined ? '' : ` at ${baseUrl}`}`;
};
