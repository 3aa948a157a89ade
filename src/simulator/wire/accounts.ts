import { setImmediate as giveWay } from 'node:timers/promises';
import type { Clock } from '../../application/ports/clock.js';
import type { PaymentProcessor } from '../../application/ports/payment-processor.js';
import { createControls } from '../controls/create-controls.js';
import type { MemoryControls } from '../controls/memory-controls.js';
import { createEngine, type Engine } from '../engine/engine.js';
import type { ListenerErrorHandler } from '../engine/kernel/event-delivery.js';
import { createIds } from '../engine/kernel/ids.js';
import type { EngineStart } from '../engine/kernel/memory.js';
import type { FeeRate } from '../engine/objects/balance.js';
import type { SwitchableMethod } from '../engine/objects/switchable-methods.js';

/** The port that the adapter of the in-memory processor makes of an engine. */
export type ProcessorOf = (engine: Engine) => PaymentProcessor;

/** The account of an API key: a processor that shares nothing with those of other accounts. */
export type Account = {
  /** `acct_...` */
  readonly id: string;
  readonly engine: Engine;
  /** The same processor as a `PaymentProcessor`, with its controls. */
  readonly processor: PaymentProcessor & { readonly controls: MemoryControls };
  /** Returns the next `req_...`. Request ids have a separate sequence: a read does not change the ids of later objects. */
  readonly newRequestId: () => string;
  /** The idempotency keys of requests in progress. */
  readonly keysInFlight: Set<string>;
};

/** The name of an account: `<name>` of an API key `sk_test_<name>`, and the `Stripe-Account` under it. */
export type AccountName = { readonly name: string; readonly connected: string | null };

/** The accounts of a server. */
export type Accounts = {
  /**
   * Returns the account of this name; creates it at first use. `passing`: for a request that leaves nothing that a test will
   * miss: it only reads, or it has a publishable key, which any web page may use.
   */
  readonly of: (name: AccountName, passing?: boolean) => Account;
  /** The account that a URL of this server names, if it exists; `null`: the default account. */
  readonly inUrl: (reference: string | null) => Account | undefined;
  /** The references of all accounts: the default account, then the others, the last used first. */
  readonly references: () => ReadonlyArray<string>;
  /** The reference of the account that was used last, by more than a passing request. */
  readonly lastUsed: () => string;
  /** The account of a reference, if it exists; `null`: the default account. Not a use of it. */
  readonly find: (reference: string | null) => Account | undefined;
  /** Drops the account of this name, and a key's account with those under it. The next use of the name begins a new account. */
  readonly drop: (name: AccountName) => void;
  /** Does in every account what is due by now, which otherwise waits for its next request. Lets requests through in between. */
  readonly catchUp: () => Promise<void>;
};

type AccountsOptions = {
  readonly processorOf: ProcessorOf;
  readonly seed: string;
  readonly clock: Clock;
  readonly keepEvents: number;
  readonly cardTokens: boolean;
  /** The state with which accounts begin. */
  readonly start: EngineStart | undefined;
  /** `account` is its reference in URLs. */
  readonly challengeUrl: (account: string, paymentIntent: string) => string;
  readonly checkoutUrl: (account: string, session: string) => string;
  readonly searchDelay: number;
  readonly fees: FeeRate | null;
  readonly methods?: ReadonlyArray<SwitchableMethod> | undefined;
  readonly onListenerError: ListenerErrorHandler;
  /** It exists from the start. When it is dropped, it starts over instead, because callers hold on to it. */
  readonly defaultAccount: AccountName;
  /** How many accounts exist besides the default account. Beyond it, the longest unused one is dropped. */
  readonly maxAccounts: number;
  /** Called with each account when it is created. */
  readonly onAccount: (account: Account) => void;
  /** Called with each account that no longer exists. */
  readonly onDrop: (account: Account, why: 'told' | 'too_many') => void;
};

// Some milliseconds: a thousand payments of one second are booked in the same second.
const mostAtOnce = 200;

/** The reference of an account in URLs. Ids are not enough: two keys can have an account of the same id under them. */
export const referenceOf = ({ name, connected }: AccountName): string =>
  connected === null ? name : `${name}/${connected}`;

const createAccount = (options: AccountsOptions, name: AccountName): Account => {
  const reference = referenceOf(name);
  const seed = `${options.seed}/${reference}`;
  // The seed plays no part: a server that starts again is the same account, as Stripe is.
  const id = name.connected ?? `acct_${createIds(`${reference}/account`).next('').slice(1, 17)}`;
  const engine = createEngine({
    ...options,
    seed,
    account: id,
    challengeUrl: (paymentIntent) => options.challengeUrl(reference, paymentIntent),
    checkoutUrl: (session) => options.checkoutUrl(reference, session),
  });
  const requests = createIds(`${seed}/requests`);
  let processor: Account['processor'] | undefined;
  return {
    id,
    engine,
    // Requests use the engine alone.
    get processor() {
      processor ??= { ...options.processorOf(engine), controls: createControls(engine) };
      return processor;
    },
    newRequestId: () => requests.next('req'),
    keysInFlight: new Set(),
  };
};

/** The accounts of a server, created at first use. With the same seed, an account of the same name has the same ids. */
export const createAccounts = (options: AccountsOptions): Accounts => {
  const { maxAccounts, onAccount, onDrop } = options;
  const create = (name: AccountName): Account => {
    const account = createAccount(options, name);
    onAccount(account);
    return account;
  };
  const defaultReference = referenceOf(options.defaultAccount);
  const defaultAccount = create(options.defaultAccount);
  // The longest unused first: each use moves an account to the end.
  const others = new Map<string, Account>();
  // The one at the end, which most requests use again.
  let last: Account | null = null;
  let lastUsed = defaultReference;
  // Those that had only passing requests. They go first, so that reads and web pages with many keys drop no test's account.
  const guests = new Set<string>();

  const use = (reference: string, account: Account): Account => {
    if (account === last) return account;
    last = account;
    others.delete(reference);
    others.set(reference, account);
    return account;
  };
  const drop = (reference: string, account: Account, why: 'told' | 'too_many'): void => {
    others.delete(reference);
    guests.delete(reference);
    if (last === account) last = null;
    if (lastUsed === reference) lastUsed = defaultReference;
    onDrop(account, why);
  };
  const makeRoom = (): void => {
    while (others.size >= maxAccounts) {
      const [guest] = guests;
      const [oldest] = others.keys();
      const reference = guest ?? oldest ?? '';
      const account = others.get(reference);
      if (account === undefined) break;
      drop(reference, account, 'too_many');
    }
  };

  return {
    of: (name, passing = false) => {
      const reference = referenceOf(name);
      if (!passing) lastUsed = reference;
      if (reference === defaultReference) return defaultAccount;
      if (!passing) guests.delete(reference);
      const known = others.get(reference);
      if (known !== undefined) return use(reference, known);
      makeRoom();
      if (passing) guests.add(reference);
      return use(reference, create(name));
    },
    inUrl: (reference) => {
      if (reference === null || reference === defaultReference) return defaultAccount;
      const known = others.get(reference);
      return known === undefined ? undefined : use(reference, known);
    },
    lastUsed: () => lastUsed,
    references: () => [defaultReference, ...[...others.keys()].toReversed()],
    find: (reference) =>
      reference === null || reference === defaultReference ? defaultAccount : others.get(reference),
    drop: (name) => {
      const dropped = referenceOf(name);
      if (dropped === defaultReference) defaultAccount.engine.reset();
      for (const [reference, account] of others) {
        if (reference === dropped || reference.startsWith(`${dropped}/`)) {
          drop(reference, account, 'told');
        }
      }
    },
    catchUp: async () => {
      let left = mostAtOnce;
      for (const { engine } of [defaultAccount, ...others.values()]) {
        left -= engine.catchUp(left);
        while (left === 0) {
          await giveWay();
          left = mostAtOnce - engine.catchUp(mostAtOnce);
        }
      }
    },
  };
};
