import {
  aFlag,
  anything,
  hasFunctions,
  must,
  optional,
  options,
  type Rule,
  type Rules,
} from '../../application/checked-options.js';
import {
  type IdempotencyStore,
  idempotencyStoreFunctions,
} from '../../application/ports/idempotency-store.js';
import { type Bounds, within } from '../bounds.js';

/** How requests with idempotency keys are handled. Everything has a default. */
export type IdempotencyOptions = {
  /** Where the keys are kept, with their answers. Default: in memory, as long as the process lives. */
  readonly store?: IdempotencyStore;
  /**
   * Encrypts answers and hides requests in the store: all instances share it. Several while one replaces another, the new one
   * first. Obligatory with a `store`, unless `secretInStore`; the one in memory has its own.
   */
  readonly secret?: string | ReadonlyArray<string>;
  /** `true`: without a `secret` one is made, and kept in the store beside what it encrypts. Not for production. */
  readonly secretInStore?: boolean;
  /**
   * Goes into the keys that the processor gets. Deployments that share an account of the processor, and not the store, each have
   * their own: else one is answered with the payment of another that used the same key. 1 to 255 printable ASCII characters;
   * default: none.
   */
  readonly namespace?: string;
  /** How long a request waits for another one with its key that is at work, before it is told so. Default: 0, at once. */
  readonly waitMs?: number;
  /**
   * After how many seconds a request that was cut off may be taken over by the next with its key. One that is at work gives
   * signs of life. Default: 30.
   */
  readonly leaseSeconds?: number;
};

/** What each of the times may be by which requests with idempotency keys are handled. */
export const idempotencyBounds = {
  waitMs: { from: 0, to: 60_000, fallback: 0 },
  leaseSeconds: { from: 1, to: 86_400, fallback: 30 },
} satisfies { readonly [name: string]: Bounds };

const isSecret = (secret: unknown): boolean => typeof secret === 'string' && secret !== '';

const isSecrets = (secret: unknown): boolean =>
  isSecret(secret) || (Array.isArray(secret) && secret.length > 0 && secret.every(isSecret));

const secretProblems = (
  store: unknown,
  secret: unknown,
  secretInStore: unknown,
): ReadonlyArray<string> => {
  if (secret === undefined) {
    return store === undefined || secretInStore === true
      ? []
      : [
          'idempotency.secret is missing: a store needs one, the same in every process that uses the store',
        ];
  }
  return isSecrets(secret)
    ? []
    : ['idempotency.secret must be a text, or several: is the environment variable set?'];
};

const rules: Rules<IdempotencyOptions> = {
  store: optional(hasFunctions(idempotencyStoreFunctions)),
  secret: anything,
  secretInStore: optional(aFlag),
  namespace: optional(
    must(
      'must be 1 to 255 printable ASCII characters',
      (namespace) => typeof namespace === 'string' && /^[ -~]{1,255}$/.test(namespace),
    ),
  ),
  waitMs: within(idempotencyBounds.waitMs),
  leaseSeconds: within(idempotencyBounds.leaseSeconds),
};

/** What is wrong with the options that say how requests with idempotency keys are handled, a sentence each. */
export const idempotencyProblems: Rule = (given, name) => {
  const { store, secret, secretInStore }: { readonly [name: string]: unknown } =
    typeof given === 'object' ? { ...given } : {};
  return [
    ...optional(options(rules))(given, name),
    ...secretProblems(store, secret, secretInStore),
  ];
};
