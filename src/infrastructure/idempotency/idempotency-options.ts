import {
  aFlag,
  type Bounds,
  must,
  optional,
  options,
  textThat,
  within,
} from '../../application/checked-input.js';
import { longestLease } from '../../application/idempotency/decide-claim.js';
import { isOwner } from '../../application/idempotency/store-owner.js';

/** Range and default of each time. Answers are never kept for less than a day. */
export const idempotencyBounds = {
  waitMs: { from: 0, to: 60_000, fallback: 0 },
  leaseSeconds: { from: 1, to: longestLease, fallback: 30 },
  retentionDays: { from: 1, to: 365, fallback: 30 },
} satisfies { readonly [name: string]: Bounds };

/** A secret, or several while one is replaced, the new one first. */
export type IdempotencySecret = string | ReadonlyArray<string>;

const isText = (secret: unknown): secret is string => typeof secret === 'string' && secret !== '';

export const IdempotencySecret = must(
  'must be a string or an array of strings: is the environment variable set?',
  (secret): secret is IdempotencySecret =>
    isText(secret) || (Array.isArray(secret) && secret.length > 0 && secret.every(isText)),
);

/** How requests with idempotency keys are handled. Every option has a default. */
export type IdempotencyOptions = {
  /**
   * `true`: without an `idempotencySecret`, one is created and kept in the same store as the responses it encrypts. Not for
   * production.
   */
  readonly secretInStore?: boolean;
  /**
   * Part of the idempotency keys that the processor receives: 1 to 255 printable ASCII characters. Deployments that share a
   * processor account, but not the store, need different namespaces. Otherwise, when both use the same key, one gets the payment
   * of the other. Default: none.
   */
  readonly namespace?: string;
  /**
   * Takes over an `idempotencyStore` of another account: that account and its mode as the error names them, such as `acct_1/live`.
   * Repetitions are then answered with what that account did. Refused while keys have no response. Default: a store belongs to one
   * account.
   */
  readonly acceptStoreOf?: string;
  /** Milliseconds that a request waits for a running request with the same key before it fails. Default: 0. */
  readonly waitMs?: number;
  /** Seconds after which a request takes over the key from a request whose process crashed. Default: 30. */
  readonly leaseSeconds?: number;
  /**
   * Days for which successes of operations that move money are kept, 1 to 365, so that a repetition as late as that gets them. All
   * other responses are kept for 24 hours. Default: 30.
   */
  readonly retentionDays?: number;
};

export const IdempotencyOptions = options<IdempotencyOptions>({
  secretInStore: optional(aFlag),
  namespace: optional(
    textThat('must be 1 to 255 printable ASCII characters', (namespace) =>
      /^[ -~]{1,255}$/.test(namespace),
    ),
  ),
  acceptStoreOf: optional(
    textThat("must be an account and its mode, such as 'acct_1/live'", isOwner),
  ),
  waitMs: within(idempotencyBounds.waitMs),
  leaseSeconds: within(idempotencyBounds.leaseSeconds),
  retentionDays: within(idempotencyBounds.retentionDays),
});
