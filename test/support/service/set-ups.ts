import { startFakeServer } from '../../../src/fake-server.js';
import type { Environment } from '../../../src/infrastructure/config/environment.js';
import { type Binding, handlerIn, onApp, onKoa, onPlainServer } from './bindings.js';

/** A processor for one service, and the address of its controls (`/_processor/...`). */
type OpenProcessor = {
  /** The environment variables that connect the service to the processor. */
  readonly env: Environment;
  /** Address of the controls. Absent: the service itself serves them. */
  readonly controlledAt?: { readonly address: string; readonly apiKey: string };
  readonly close: () => Promise<void>;
};

/** A kind of processor on which tests run the service. */
type SetUp = {
  readonly name: string;
  /** Absent: the service's own application. */
  readonly binding?: Binding;
  /** Answers the calls of tests, without a connection to the service. */
  readonly handlerIn?: typeof handlerIn;
  readonly open: () => Promise<OpenProcessor>;
};

/** The service on the in-memory processor. */
export const inMemory: SetUp = {
  name: 'in memory',
  open: async () => ({
    env: { PROCESSOR: 'memory', MEMORY_SEED: 'tests' },
    close: async () => undefined,
  }),
};

/** The interface on the in-memory processor, on a plain server of `node:http`. */
export const inMemoryOnPlainServer: SetUp = {
  ...inMemory,
  name: 'in memory, on a plain server',
  binding: onPlainServer,
};

/** The interface on the in-memory processor, in a Koa application. */
export const inMemoryOnKoa: SetUp = {
  ...inMemory,
  name: 'in memory, in Koa',
  binding: onKoa,
};

/** The interface on the in-memory processor, as a Koa application of its own. */
export const inMemoryInApp: SetUp = {
  ...inMemory,
  name: 'in memory, as a Koa application',
  binding: onApp,
};

/** The interface on the in-memory processor, as a function of `Request`. */
export const inMemoryByFetch: SetUp = {
  ...inMemory,
  name: 'in memory, by fetch',
  handlerIn,
};

/** The service with the Stripe adapter, against the local server with Stripe's protocol. */
export const overStripe: SetUp = {
  name: 'over Stripe',
  open: async () => {
    const { url, apiKey, close } = await startFakeServer({ seed: 'tests' });
    return {
      env: { PROCESSOR: 'stripe', STRIPE_SECRET_KEY: apiKey, STRIPE_BASE_URL: url },
      controlledAt: { address: url, apiKey },
      close,
    };
  },
};

/** The service with the Stripe adapter and a current account, which refuses card tokens as sources. */
export const overStripeOfToday: SetUp = {
  name: 'over Stripe, an account of today',
  open: async () => {
    const { url, apiKey, close } = await startFakeServer({ seed: 'today', cardTokens: false });
    return {
      env: { PROCESSOR: 'stripe', STRIPE_SECRET_KEY: apiKey, STRIPE_BASE_URL: url },
      controlledAt: { address: url, apiKey },
      close,
    };
  },
};
