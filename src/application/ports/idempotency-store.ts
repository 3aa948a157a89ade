import type { ReadonlyNonEmptyArray } from 'fp-ts/lib/ReadonlyNonEmptyArray.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';

/** A caller's key. `scope` keeps the keys of different callers apart. */
export type IdempotencyKeyId = {
  readonly scope: string;
  readonly key: string;
  /** The scopes that this caller may have had before: a request that came under one of them is found, and not done again. */
  readonly formerScopes?: ReadonlyArray<string>;
};

/** A keyed hash of a request, which tells requests apart and does not lead back to what was in them. */
export type RequestFingerprint = {
  /** The id of the secret that it was made with. */
  readonly secret: string;
  readonly value: string;
};

/** The settings of a request to the processor, beside its input. They are kept with its key, so that a repetition sends the same. */
export type FirstSent = {
  /** The operation, by a name that does not change. */
  readonly operation: string;
  /** The idempotency key that the processor gets. */
  readonly derivedKey: string;
  /** Other settings of the request, as a text that only its writer reads. */
  readonly settings: string;
};

/** A request that comes with a key. Moments are Unix seconds. */
export type KeyedRequest = {
  /** Where its key may lie: the caller's scope of today, then those that the caller may have had before. */
  readonly scopes: ReadonlyNonEmptyArray<string>;
  readonly key: string;
  /** Under each secret that is known, the one of today first. */
  readonly fingerprints: ReadonlyNonEmptyArray<RequestFingerprint>;
  /** What is kept when the key is new. */
  readonly firstSent: FirstSent;
  /** Who works on it: new for every request. */
  readonly owner: string;
  readonly now: number;
  /** Until when the work is the owner's, at most a day; after that another request with the key may take it over. */
  readonly leaseUntil: number;
  /** A key that was answered before this moment is new. One that was not answered never is. */
  readonly forgetAnsweredBefore: number;
};

/** Where a key lies, and who works on it. */
export type IdempotencyLease = {
  readonly scope: string;
  readonly key: string;
  readonly owner: string;
};

/** That a request with the key was at work before, and nobody knows what became of it. */
export type IdempotencyDoubt = {
  /** When the first request came: the earliest moment at which the key was seen. */
  readonly since: number;
  /** How long ago that may be, in seconds: up to the latest moment at which the key was seen, should a clock be set back. */
  readonly age: number;
};

/** What stands under a key. */
export type IdempotencyClaim =
  /** The work is the owner's now: the key is new, or was released, or its lease has run out. */
  | {
      readonly _tag: 'Claimed';
      /** The scope under which the key lies. */
      readonly scope: string;
      /** As the first request stored it; `null`: that was a version of Pasarela that stored nothing. */
      readonly firstSent: FirstSent | null;
      /** `null`: the key is new. */
      readonly doubt: IdempotencyDoubt | null;
      /** The key is new here, but the store may have lost an earlier request with it. */
      readonly mayHaveForgotten: boolean;
    }
  /** The first answer, as it was kept. */
  | { readonly _tag: 'Answered'; readonly answer: string }
  /** Another request works on it. */
  | { readonly _tag: 'InUse'; readonly leaseUntil: number }
  /** The key belongs to a request with another fingerprint. */
  | { readonly _tag: 'OtherRequest' }
  /** The key was made under a secret that is not among those of the request, so that nothing can be told about it. */
  | { readonly _tag: 'SecretUnknown' };

/** What becomes of a key when the work on it ends without an answer that is kept. */
export type IdempotencyRelease =
  /** It is not known what became of the work: the next request with the key finds out. */
  | 'in_doubt'
  /** Nothing was done, for certain: as if the key had never come. */
  | 'forget';

/** An answer to be kept, sealed with the secret of the fingerprint. */
export type KeptAnswer = {
  readonly text: string;
  readonly fingerprint: RequestFingerprint;
  /** Unix seconds. */
  readonly at: number;
};

/** A key without an answer: a request is at work on it, or nobody knows what became of one. */
export type UnsettledKey = {
  readonly scope: string;
  readonly key: string;
  /** When the first request came, Unix seconds. */
  readonly since: number;
  /** Until when a request has it, Unix seconds; `null`: none has. */
  readonly leasedUntil: number | null;
  /** The id of the secret of its fingerprint, if the store knows it. */
  readonly secret: string | null;
  readonly firstSent: FirstSent | null;
};

/** How an operator settles a key in doubt. */
export type IdempotencySettlement =
  /** Nothing was done: the next request with the key is new. */
  | { readonly _tag: 'Forget' }
  /** It was done: the next request gets this answer, which is sealed with the secret of the key's fingerprint. */
  | { readonly _tag: 'Answer'; readonly text: string };

/**
 * Where the callers' idempotency keys are kept, each with the first answer. Only the owner of a lease may extend it,
 * answer or release; for anybody else these change nothing and say `false`. A key without an answer is never dropped.
 *
 * The moments that are given and told here are of the caller's clock. A store that is shared by several machines measures leases
 * by a clock of its own, as the time from `now`; what `unsettled` and `findUnsettled` tell of them is by that clock.
 */
export type IdempotencyStore = {
  /**
   * Takes the key, in one step: of several at once one gets it. It is looked for under every scope, in their order; under one
   * of the former ones only the same request counts, because others may have had that scope too. A key in doubt whose
   * secret is not known is given to whoever asks for the same operation under the first scope; it keeps its fingerprint until it
   * is answered.
   */
  readonly claim: (request: KeyedRequest) => TE.TaskEither<StoreUnavailable, IdempotencyClaim>;
  /** Prolongs the lease. */
  readonly extend: (
    lease: IdempotencyLease,
    leaseUntil: number,
    now: number,
  ) => TE.TaskEither<StoreUnavailable, boolean>;
  readonly answer: (
    lease: IdempotencyLease,
    answer: KeptAnswer,
  ) => TE.TaskEither<StoreUnavailable, boolean>;
  readonly release: (
    lease: IdempotencyLease,
    how: IdempotencyRelease,
  ) => TE.TaskEither<StoreUnavailable, boolean>;
  /** The keys without an answer, the oldest first; only those that are this `key`, where one is given. */
  readonly unsettled: (page: {
    readonly limit: number;
    readonly key?: string;
    /** The last key of the page before. */
    readonly after?: Pick<UnsettledKey, 'scope' | 'key' | 'since'>;
  }) => TE.TaskEither<StoreUnavailable, ReadonlyArray<UnsettledKey>>;
  /** Those of them that are this key in one of these scopes, in any order. */
  readonly findUnsettled: (
    scopes: ReadonlyNonEmptyArray<string>,
    key: string,
  ) => TE.TaskEither<StoreUnavailable, ReadonlyArray<UnsettledKey>>;
  /** Settles a key that has no answer and that nobody has leased; `false`: there is no such key. `now`: Unix seconds. */
  readonly settle: (
    id: Pick<IdempotencyKeyId, 'scope' | 'key'>,
    how: IdempotencySettlement,
    now: number,
  ) => TE.TaskEither<StoreUnavailable, boolean>;
  /**
   * Drops up to `limit` keys that were answered before a moment; says how many. On keys in doubt it notes `now`, so that they
   * do not grow younger when a clock is set back.
   */
  readonly purge: (what: {
    readonly answeredBefore: number;
    readonly now: number;
    readonly limit: number;
  }) => TE.TaskEither<StoreUnavailable, number>;
  /** Keeps a secret, the first that comes, for all instances; gives the one that is kept. */
  readonly keepSecret: (candidate: string) => TE.TaskEither<StoreUnavailable, string>;
};

/** The names of the store's functions. */
export const idempotencyStoreFunctions: { readonly [N in keyof IdempotencyStore]: true } = {
  claim: true,
  extend: true,
  answer: true,
  release: true,
  unsettled: true,
  findUnsettled: true,
  settle: true,
  purge: true,
  keepSecret: true,
};
