import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';

/** A caller's key. `scope` keeps the keys of different callers apart. */
export type IdempotencyKeyId = { readonly scope: string; readonly key: string };

/** A request that comes with a key. Moments are Unix seconds. */
export type KeyedRequest = IdempotencyKeyId & {
  /** The same for the same request, and of no use to find out what was in it. */
  readonly fingerprint: string;
  /** Who works on it: new for every request. */
  readonly owner: string;
  readonly now: number;
  /** Until when the work is the owner's; after that another request with the key may take it over. */
  readonly leaseUntil: number;
};

/** The lease of a key, and whose it is. */
export type IdempotencyLease = IdempotencyKeyId & { readonly owner: string };

/** What stands under a key. */
export type IdempotencyClaim =
  /**
   * The work is the owner's now: the key is new, or was released, or its lease has run out. `inDoubt`: a request with it
   * was at work before, and nobody knows what became of that.
   */
  | { readonly _tag: 'Claimed'; readonly inDoubt: boolean }
  /** The first answer, as it was kept. */
  | { readonly _tag: 'Answered'; readonly answer: string }
  /** Another request works on it. */
  | { readonly _tag: 'InUse'; readonly leaseUntil: number }
  /** The key belongs to a request with another fingerprint. */
  | { readonly _tag: 'OtherRequest' };

/** What becomes of a key when the work on it ends without an answer that is kept. */
export type IdempotencyRelease =
  /** It is not known what became of the work: who comes next repeats it. */
  | 'in_doubt'
  /** Nothing was done, for certain: as if the key had never come. */
  | 'forget';

/**
 * Where the callers' idempotency keys are kept, each with the first answer. Only the owner of a lease may extend it,
 * answer or release; for anybody else these change nothing and say `false`.
 */
export type IdempotencyStore = {
  /** Takes the key, in one step: of several at once one gets it. A key whose request came before `forgottenBefore` is new. */
  readonly claim: (
    request: KeyedRequest & { readonly forgottenBefore: number },
  ) => TE.TaskEither<StoreUnavailable, IdempotencyClaim>;
  /** Prolongs the lease. */
  readonly extend: (
    lease: IdempotencyLease,
    leaseUntil: number,
  ) => TE.TaskEither<StoreUnavailable, boolean>;
  readonly answer: (
    lease: IdempotencyLease,
    answer: string,
  ) => TE.TaskEither<StoreUnavailable, boolean>;
  readonly release: (
    lease: IdempotencyLease,
    how: IdempotencyRelease,
  ) => TE.TaskEither<StoreUnavailable, boolean>;
  /** Drops up to `limit` keys whose request first came before a moment; answers how many. */
  readonly purge: (before: number, limit: number) => TE.TaskEither<StoreUnavailable, number>;
};
