import { type Environment, environmentName, isLiveKey, isProduction } from './environment.js';
import type { ProcessorConfig, StripeConfig } from './processor.js';
import type { StoreConfig } from './store.js';

type Decisions = {
  readonly processor: ProcessorConfig;
  readonly store: StoreConfig;
  readonly apiKeys: ReadonlyArray<string>;
  readonly webhookSecrets: ReadonlyArray<string>;
};

const when = (condition: boolean, warning: string): ReadonlyArray<string> =>
  condition ? [warning] : [];

const warningsOfStripe = (
  env: Environment,
  { secretKey }: StripeConfig,
  { webhookSecrets, store }: Decisions,
): ReadonlyArray<string> => [
  ...when(
    isLiveKey(secretKey) && !isProduction(env),
    `REAL MONEY: STRIPE_SECRET_KEY is a live key, and NODE_ENV is "${environmentName(env)}", which is not production`,
  ),
  ...when(
    !isLiveKey(secretKey) && isProduction(env),
    'NO REAL MONEY: STRIPE_SECRET_KEY is a test key, and this is production',
  ),
  ...when(
    webhookSecrets.length === 0,
    'the webhooks of Stripe will be answered 500: set WEBHOOK_SECRET to take them',
  ),
  ...when(
    store.kind === 'memory',
    'received events and idempotency keys are kept in memory only, and are gone after a restart: DATABASE_URL says so',
  ),
];

/** What whoever starts the service should know, a sentence each. */
export const warningsOf = (env: Environment, decisions: Decisions): ReadonlyArray<string> => [
  ...(decisions.processor.kind === 'stripe'
    ? warningsOfStripe(env, decisions.processor, decisions)
    : []),
  ...when(
    decisions.processor.kind === 'memory' && decisions.store.kind !== 'memory',
    'the in-memory processor starts anew each time, and the store does not: with a MEMORY_SEED its new events are taken for known ones',
  ),
  ...when(
    !['production', 'development', 'test'].includes(environmentName(env)),
    `NODE_ENV is "${environmentName(env)}", which is not production: failures say where they come from, and keys are not obligatory`,
  ),
  ...when(
    decisions.apiKeys.length === 0,
    'open to everybody who reaches this address: set API_KEYS to ask for a key',
  ),
];
