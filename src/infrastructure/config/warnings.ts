import { isLiveKey } from '../../domain/text/live-key.js';
import {
  describeEnvironment,
  type Environment,
  environmentName,
  isProduction,
  knownEnvironments,
  movesRealMoney,
} from './environment.js';
import type { MetricsConfig } from './metrics.js';
import { nearMisses } from './near-misses.js';
import type { ProcessorConfig, StripeConfig } from './processor.js';
import { type ClientsFile, needsNoApiKey } from './secrets.js';
import type { StoreConfig } from './store.js';

type Decisions = {
  readonly processor: ProcessorConfig;
  readonly store: StoreConfig;
  readonly apiKeys: ReadonlyArray<string>;
  readonly apiKeysFile: ClientsFile | undefined;
  readonly metrics: MetricsConfig;
  readonly webhookSecrets: ReadonlyArray<string>;
  readonly eventForward: object | undefined;
  readonly eventsHandledElsewhere: boolean;
};

const when = (condition: boolean, warning: string): ReadonlyArray<string> =>
  condition ? [warning] : [];

const warningsOfStripe = (
  env: Environment,
  { secretKey, baseUrl }: StripeConfig,
  { webhookSecrets, store, eventForward, eventsHandledElsewhere }: Decisions,
): ReadonlyArray<string> => [
  ...when(
    isLiveKey(secretKey) && !isProduction(env),
    `REAL MONEY: STRIPE_SECRET_KEY is a live key, and NODE_ENV is ${describeEnvironment(env)}, which is not production`,
  ),
  ...when(
    !isLiveKey(secretKey) && isProduction(env),
    'NO REAL MONEY: STRIPE_SECRET_KEY is a test key, and this is production',
  ),
  ...when(
    webhookSecrets.length === 0,
    "Stripe's webhooks will be answered with 500: set WEBHOOK_SECRET to accept them",
  ),
  ...when(
    webhookSecrets.length > 0 && eventForward === undefined && !eventsHandledElsewhere,
    'events are stored as ignored, and no program gets them: set EVENT_FORWARD_URL, or EVENTS_HANDLED_ELSEWHERE=true if a program of yours on the same store handles them',
  ),
  ...when(
    // A local server takes both kinds.
    baseUrl === undefined && (env['STRIPE_CARDS'] ?? '').trim() === '',
    'cards are kept as sources (card_...), which accounts of today refuse: set STRIPE_CARDS=payment_methods, or STRIPE_CARDS=sources for an account that takes them',
  ),
  ...when(
    store.kind === 'memory',
    'received events and idempotency keys are lost at a restart: set DATABASE_URL to file:<path> or postgres://... to keep them',
  ),
];

/** Warnings for the person who starts the service, one sentence each. */
export const warningsOf = (env: Environment, decisions: Decisions): ReadonlyArray<string> => [
  ...(decisions.processor.kind === 'stripe'
    ? warningsOfStripe(env, decisions.processor, decisions)
    : []),
  ...when(
    decisions.processor.kind === 'module' && decisions.store.kind === 'memory',
    'received events and idempotency keys are lost at a restart: set DATABASE_URL to file:<path> or postgres://... to keep them',
  ),
  ...when(
    decisions.processor.kind === 'memory' && decisions.store.kind !== 'memory',
    'the in-memory processor starts empty each time, but the store keeps earlier events: with MEMORY_SEED, new events get the ids of earlier ones and are dropped as duplicates',
  ),
  ...when(
    !knownEnvironments.includes(environmentName(env)),
    `NODE_ENV is ${describeEnvironment(env)}, which is not production: answers tell clients where failures come from, and ${movesRealMoney(env) ? 'IDEMPOTENCY_SECRET' : 'API_KEYS'} is not required`,
  ),
  ...when(
    needsNoApiKey(decisions) && movesRealMoney(env),
    'OPEN WITH REAL MONEY: every client that reaches this address may charge and refund with the live key, because ALLOW_OPEN_API_WITH_LIVE_KEY is true: set API_KEYS',
  ),
  ...when(
    needsNoApiKey(decisions) && !movesRealMoney(env),
    'every client that reaches this address may call: set API_KEYS to require a key',
  ),
  ...when(
    isProduction(env) &&
      decisions.metrics.enabled &&
      decisions.metrics.address === undefined &&
      decisions.metrics.key === undefined,
    'everyone who reaches this address can read /metrics: set METRICS_KEY, or METRICS to an address of its own',
  ),
  ...nearMisses(env),
];
