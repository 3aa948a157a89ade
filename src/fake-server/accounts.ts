import { createControls } from '../adapters/outbound/memory/create-controls.js';
import { createPort } from '../adapters/outbound/memory/create-port.js';
import { createEngine, type Engine } from '../adapters/outbound/memory/engine/engine.js';
import type { ListenerErrorHandler } from '../adapters/outbound/memory/engine/kernel/event-delivery.js';
import { createIds } from '../adapters/outbound/memory/engine/kernel/ids.js';
import type { MemoryProcessor } from '../adapters/outbound/memory/memory-processor.js';
import type { Clock } from '../application/ports/clock.js';

/** The account of an API key: a processor that shares nothing with those of other accounts. */
export type Account = {
  /** `acct_...` */
  readonly id: string;
  readonly engine: Engine;
  /** The same processor as a `PaymentProcessor`, with its controls. */
  readonly processor: MemoryProcessor;
  /** Returns the next `req_...`. Request ids have a separate sequence: a read does not change the ids of later objects. */
  readonly newRequestId: () => string;
  /** The idempotency keys of requests in progress. */
  readonly keysInFlight: Set<string>;
};

/** The name of an account: `<name>` of an API key `sk_test_<name>`, and the `Stripe-Account` under it. */
export type AccountName = { readonly name: string; readonly connected: string | null };

/** The accounts of a server. */
export type Accounts = {
  /** Returns the account of this name; creates it at first use. */
  readonly of: (name: AccountName) => Account;
  /** The account that holds a payment intent. */
  readonly holding: (paymentIntent: string) => Account | undefined;
};

type AccountsOptions = {
  readonly seed: string;
  readonly clock: Clock;
  readonly keepEvents: number;
  readonly cardTokens: boolean;
  readonly challengeUrl: (paymentIntent: string) => string;
  readonly onListenerError: ListenerErrorHandler;
  /** Called with each account when it is created. */
  readonly onAccount: (account: Account) => void;
};

const createAccount = (options: AccountsOptions, seed: string, id: string | null): Account => {
  const engine = createEngine({ ...options, seed });
  const requests = createIds(`${seed}/requests`);
  return {
    id: id ?? `acct_${createIds(`${seed}/account`).next('').slice(1, 17)}`,
    engine,
    processor: { ...createPort(engine), controls: createControls(engine) },
    newRequestId: () => requests.next('req'),
    keysInFlight: new Set(),
  };
};

/** The accounts of a server, created at first use. With the same seed, an account of the same name has the same ids. */
export const createAccounts = (options: AccountsOptions): Accounts => {
  const accounts = new Map<string, Account>();
  return {
    of: ({ name, connected }) => {
      const key = connected === null ? name : `${name}/${connected}`;
      const known = accounts.get(key);
      if (known !== undefined) return known;
      const account = createAccount(options, `${options.seed}/${key}`, connected);
      accounts.set(key, account);
      options.onAccount(account);
      return account;
    },
    holding: (paymentIntent) =>
      [...accounts.values()].find(({ engine }) => engine.holdsIntent(paymentIntent)),
  };
};
