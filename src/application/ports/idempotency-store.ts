import type { ReadonlyNonEmptyArray } from 'fp-ts/lib/ReadonlyNonEmptyArray.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';

/** A caller's key. `scope` keeps the keys of different callers apart. */
export type IdempotencyKeyId = {
  readonly scope: string;
  readonly key: string;
  /** Scopes that this caller may have used before. A request made under one of them is found and not done again. */
  readonly formerScopes?: ReadonlyArray<string>;
};

/** A keyed hash of a request. It tells requests apart without revealing their content. */
export type RequestFingerprint = {
  /** The id of the secret that made it. */
  readonly secret: string;
  readonly value: string;
};

/** How the first request with a key was sent to the processor. It is stored with the key, so that a repetition sends the same. */
export type FirstSent = {
  /** The stable name of the operation. */
  readonly operation: string;
  /** The idempotency key that the processor gets. */
  readonly derivedKey: string;
  /** Other settings of the request. The store does not interpret this text. */
  readonly settings: string;
};

/** A request with an idempotency key. Moments are Unix seconds. */
export type KeyedRequest = {
  /** The scopes to search: the caller's current scope, then its former ones. */
  readonly scopes: ReadonlyNonEmptyArray<string>;
  readonly key: string;
  /** One fingerprint for each known secret. The current secret comes first. */
  readonly fingerprints: ReadonlyNonEmptyArray<RequestFingerprint>;
  /** Stored when the key is new. */
  readonly firstSent: FirstSent;
  /**
   * An encrypted summary of the request. Stored when the key is new, or is claimed and has none, unless its secret is unknown. An
   * answer removes it, unless it refuses a key that was in doubt. Default: none.
   */
  readonly summary?: string | null;
  /** Identifies this request. Every request has a new one. */
  readonly owner: string;
  readonly now: number;
  /** When a key that is new to the store was first seen. Default: `now`. */
  readonly firstSeen?: number;
  /** When the lease ends, at most a day from now. Then another request with the key may take over. */
  readonly leaseUntil: number;
  /**
   * A key whose answer is older than this moment counts as new. A key without an answer never does. An answer that is kept longer
   * than a day counts as that much younger.
   */
  readonly forgetAnsweredBefore: number;
  /**
   * A key whose answer is too old, if it is one to the same request, or may be: with an unknown secret, to a request for the same
   * operation under the first scope. `report`: changes nothing, and is `Expired`. `take`: is claimed as if it were in doubt.
   * Absent: counts as new.
   */
  readonly expired?: 'report' | 'take';
};

/** A key and the owner of its lease. */
export type IdempotencyLease = {
  readonly scope: string;
  readonly key: string;
  readonly owner: string;
};

/** The outcome of an earlier request with the key is unknown. */
export type IdempotencyDoubt = {
  /** When the first request came, Unix seconds: the earliest moment at which the key was seen. */
  readonly since: number;
  /** The longest time since then, in seconds: to the latest moment at which the key was seen, in case a clock is set back. */
  readonly age: number;
};

/** The store's reply to a claim. */
export type IdempotencyClaim =
  /** The owner does the work now: the key is new, was released, or its lease has expired. */
  | {
      readonly _tag: 'Claimed';
      /** The scope under which the key is stored. */
      readonly scope: string;
      /** As stored by the first request. `null`: a version of Pasarela that stored nothing. */
      readonly firstSent: FirstSent | null;
      /** `null`: the key is new. */
      readonly doubt: IdempotencyDoubt | null;
      /** The key is new here, but the store may have lost an earlier request with it. */
      readonly mayHaveForgotten: boolean;
    }
  /** With `expired: 'report'`: the same request was answered, or may have been, so long ago that its answer does not count any more. */
  | {
      readonly _tag: 'Expired';
      readonly scope: string;
      readonly firstSent: FirstSent | null;
      /** When the request came first. */
      readonly doubt: IdempotencyDoubt;
      /** The answer, if it refused the request and the key was never in doubt. */
      readonly refusal: string | null;
    }
  /** The stored first answer. */
  | { readonly _tag: 'Answered'; readonly answer: string }
  /** Another request with the key is in progress. */
  | { readonly _tag: 'InUse'; readonly leaseUntil: number }
  /** The key belongs to a request with another fingerprint. */
  | { readonly _tag: 'OtherRequest' }
  /** The stored fingerprint was made with a secret that is not among those of the request, so they cannot be compared. */
  | { readonly _tag: 'SecretUnknown' };

/** How a key is released when its request ends without an answer to store. */
export type IdempotencyRelease =
  /** The outcome is unknown. The next request with the key finds out. */
  | 'in_doubt'
  /** Certainly nothing was done. The key is forgotten. */
  | 'forget';

/** An answer to store, encrypted with the secret of the fingerprint. */
export type KeptAnswer = {
  readonly text: string;
  readonly fingerprint: RequestFingerprint;
  /** Unix seconds. */
  readonly at: number;
  /** How long it is kept, in seconds, at least a day. Absent: a day. */
  readonly keptFor?: number;
  /** `true`: it refuses the request, and was kept for a day. Absent: unknown. */
  readonly refused?: boolean;
};

/** A key whose stored answer refuses its request, or may do so. */
export type RefusedKey = {
  readonly scope: string;
  readonly key: string;
  /** When the answer was given, Unix seconds. */
  readonly at: number;
  readonly answer: string;
  /** `null`: an earlier version stored the answer, which may be a success. */
  readonly refused: true | null;
  /** Whether its outcome was unknown at any time before the answer. */
  readonly wasInDoubt: boolean;
};

/** The state of a key whose refusal is forgotten. `in_doubt`: as it was before the refusal, because an earlier request may have been done. */
export type ForgottenRefusal = 'new' | 'in_doubt';

/** A stored answer. */
export type FoundAnswer = {
  readonly text: string;
  /** `secret: null`: unknown. */
  readonly fingerprint: { readonly secret: string | null; readonly value: string };
};

/** A key without an answer: its request is in progress, or the outcome of its request is unknown. */
export type UnsettledKey = {
  readonly scope: string;
  readonly key: string;
  /** When the first request came, Unix seconds. */
  readonly since: number;
  /** When its lease ends, Unix seconds. `null`: no request holds it. */
  readonly leasedUntil: number | null;
  /** The id of the secret that made its fingerprint. `null`: unknown. */
  readonly secret: string | null;
  readonly firstSent: FirstSent | null;
  /** The encrypted summary of its request. `null`: none was stored. */
  readonly summary: string | null;
};

/** When keys in doubt are looked up. Times are seconds. */
export type LookUpPace = {
  /** At least this long between two look-ups of any keys, by all instances that share the store together. */
  readonly turn: number;
  /** The pause after the first look-up of a key. Each further pause is twice as long, up to `longest`. */
  readonly first: number;
  readonly longest: number;
};

/** An operator's decision about a key in doubt. */
export type IdempotencySettlement =
  /** Nothing was done. The next request with the key counts as new. */
  | { readonly _tag: 'Forget' }
  /** It was done. The next request gets this answer, encrypted with the secret of the key's fingerprint. */
  | ({ readonly _tag: 'Answer' } & Pick<KeptAnswer, 'text' | 'keptFor' | 'refused'>);

/** A change of the store's owner, which happens only if the owner is still `from`. `null`: none yet. */
export type OwnerChange = { readonly from: string | null; readonly to: string };

/** How many keys are stored. */
export type KeyCounts = {
  readonly answered: number;
  /** In progress or in doubt. */
  readonly unsettled: number;
};

/**
 * Stores the callers' idempotency keys, each with its first answer. Only the owner of a lease may extend it, answer or release
 * it; for anybody else these change nothing and return `false`. A key without an answer is never dropped.
 *
 * All moments are by the caller's clock. A store shared by several machines measures leases by its own clock, counted from
 * `now`; `unsettled` and `findUnsettled` return the ends of leases by that clock.
 *
 * `createIdempotencyStore` makes such a store of rows that are read, compared and swapped, and listed.
 */
export type IdempotencyStore = {
  /**
   * Atomically claims the key: of several requests at once, one gets it. The scopes are searched in order. Under a former
   * scope only the same request counts, because other callers may have used that scope too. A key in doubt with an unknown
   * secret goes to a request for the same operation under the first scope, and keeps its fingerprint until it is answered.
   */
  readonly claim: (request: KeyedRequest) => TE.TaskEither<StoreUnavailable, IdempotencyClaim>;
  /** Extends the lease. */
  readonly extend: (
    lease: IdempotencyLease,
    leaseUntil: number,
    now: number,
  ) => TE.TaskEither<StoreUnavailable, boolean>;
  /** Stores the answer and ends the lease. */
  readonly answer: (
    lease: IdempotencyLease,
    answer: KeptAnswer,
  ) => TE.TaskEither<StoreUnavailable, boolean>;
  /** Reads the answer of a key, whichever request gave it and however old it is. `null`: the key has none. */
  readonly findAnswer: (
    id: Pick<IdempotencyKeyId, 'scope' | 'key'>,
  ) => TE.TaskEither<StoreUnavailable, FoundAnswer | null>;
  /** Ends the lease without an answer. */
  readonly release: (
    lease: IdempotencyLease,
    how: IdempotencyRelease,
  ) => TE.TaskEither<StoreUnavailable, boolean>;
  /** Lists the keys without an answer, oldest first; with `key` or `derivedKeys`, only keys equal to it or to one of them. */
  readonly unsettled: (page: {
    readonly limit: number;
    readonly key?: string;
    readonly derivedKeys?: ReadonlyNonEmptyArray<string>;
    /** The last key of the previous page. */
    readonly after?: Pick<UnsettledKey, 'scope' | 'key' | 'since'>;
  }) => TE.TaskEither<StoreUnavailable, ReadonlyArray<UnsettledKey>>;
  /** Finds a key without an answer in any of these scopes, in any order. */
  readonly findUnsettled: (
    scopes: ReadonlyNonEmptyArray<string>,
    key: string,
  ) => TE.TaskEither<StoreUnavailable, ReadonlyArray<UnsettledKey>>;
  /**
   * Takes a key with a summary that has no answer and no running lease, and whose look-up is due: the oldest
   * that was never looked up, otherwise the oldest. It stores when the key's next look-up is due. `null`: nothing is due, or
   * another instance has the turn. `now`: Unix seconds.
   */
  readonly takeLookUp: (
    pace: LookUpPace,
    now: number,
  ) => TE.TaskEither<StoreUnavailable, UnsettledKey | null>;
  /** Settles a key that has no answer and no running lease: it was in doubt. `false`: there is no such key. `now`: Unix seconds. */
  readonly settle: (
    id: Pick<IdempotencyKeyId, 'scope' | 'key'>,
    how: IdempotencySettlement,
    now: number,
  ) => TE.TaskEither<StoreUnavailable, boolean>;
  /**
   * Lists the keys whose answers are refusals, or may be, and were given from one moment to another, both included, the oldest
   * first.
   */
  readonly refusals: (page: {
    readonly from: number;
    readonly to: number;
    readonly limit: number;
    /** The last key of the previous page. */
    readonly after?: Pick<RefusedKey, 'scope' | 'key' | 'at'>;
  }) => TE.TaskEither<StoreUnavailable, ReadonlyArray<RefusedKey>>;
  /**
   * Forgets the refusal of that moment. A key that was never in doubt is deleted. Otherwise only its answer is, and it is in doubt
   * as before, with its first moment, its fingerprint and its summary; its look-up is due. `null`: there is no such key any more.
   */
  readonly forgetRefusal: (
    key: Pick<RefusedKey, 'scope' | 'key' | 'at'>,
  ) => TE.TaskEither<StoreUnavailable, ForgottenRefusal | null>;
  /**
   * Drops up to `limit` keys that were answered before a moment and returns how many. An answer that is kept longer than a day
   * counts as that much younger. It stores `now` with keys in doubt, so
   * that they do not become younger when a clock is set back.
   */
  readonly purge: (selection: {
    readonly answeredBefore: number;
    readonly now: number;
    readonly limit: number;
  }) => TE.TaskEither<StoreUnavailable, number>;
  /** Stores a secret for all instances, unless there is one already. Returns the stored secret. */
  readonly keepSecret: (candidate: string) => TE.TaskEither<StoreUnavailable, string>;
  /**
   * The account of the processor that the keys belong to, as a text that the store does not interpret; `null`: none yet. Makes the
   * `change` first. Returns the owner afterwards: of several changes at once, one happens.
   */
  readonly owner: (change?: OwnerChange) => TE.TaskEither<StoreUnavailable, string | null>;
  /** The scopes that have keys, at most `limit`. It must not take longer the more keys a scope has. */
  readonly scopes: (limit: number) => TE.TaskEither<StoreUnavailable, ReadonlyArray<string>>;
  /** Counts all keys, for operators: it may take long. */
  readonly count: TE.TaskEither<StoreUnavailable, KeyCounts>;
};

/** The names of the store's functions. */
export const idempotencyStoreFunctions: { readonly [N in keyof IdempotencyStore]: true } = {
  claim: true,
  extend: true,
  answer: true,
  findAnswer: true,
  release: true,
  unsettled: true,
  findUnsettled: true,
  takeLookUp: true,
  settle: true,
  refusals: true,
  forgetRefusal: true,
  purge: true,
  keepSecret: true,
  owner: true,
  scopes: true,
  count: true,
};
