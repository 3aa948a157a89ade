import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { Clock } from '../ports/clock.js';
import type {
  FirstSent,
  IdempotencyClaim,
  IdempotencyDoubt,
  IdempotencyStore,
  KeyedRequest,
  RequestFingerprint,
} from '../ports/idempotency-store.js';

/** A stored key. Moments are Unix seconds. */
export type StoredKey = {
  readonly scope: string;
  /** `secret: null`: a version of Pasarela that did not store the secret's id. */
  readonly fingerprint: { readonly secret: string | null; readonly value: string };
  /** The earliest and the latest time at which it was seen, by any clock. */
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly lease: { readonly owner: string; readonly until: number } | null;
  /** `at`: when its last day began. `refusesAtOnce`: it is a refusal, and the outcome of the request was never unknown. */
  readonly answer: {
    readonly text: string;
    readonly at: number;
    readonly refusesAtOnce: boolean;
  } | null;
  readonly firstSent: FirstSent | null;
};

/** The decision about a claim. */
export type ClaimDecision =
  /** The key is new. Store it under the first scope. */
  | { readonly _tag: 'Insert' }
  /** The stored key is too old. Drop it and decide again. */
  | { readonly _tag: 'Drop'; readonly stored: StoredKey }
  /** Lease the stored key to the request, with this fingerprint. Its answer, if it has one, does not count any more. */
  | {
      readonly _tag: 'Take';
      readonly stored: StoredKey;
      readonly fingerprint: StoredKey['fingerprint'];
      readonly doubt: IdempotencyDoubt;
      /** Stored if the key has none. */
      readonly summary: string | null;
    }
  | { readonly _tag: 'Refuse'; readonly claim: IdempotencyClaim };

/** The longest lease, in seconds. One that ends even later was made by a clock that was ahead, and does not count. */
export const longestLease = 86_400;

type Comparison = 'same' | 'other' | 'unknown secret';

const compare = (
  { secret, value }: StoredKey['fingerprint'],
  asked: ReadonlyArray<RequestFingerprint>,
): Comparison => {
  if (asked.some((one) => one.value === value)) return 'same';
  return secret !== null && asked.some((one) => one.secret === secret) ? 'other' : 'unknown secret';
};

/** Since when and for how long a key may be in doubt, by all times at which it was seen. */
export const doubtAt = (
  { firstSeen, lastSeen }: Pick<StoredKey, 'firstSeen' | 'lastSeen'>,
  now: number,
): IdempotencyDoubt => {
  const since = Math.min(firstSeen, now);
  return { since, age: Math.max(lastSeen, now) - since };
};

/** Whether a request holds the key now. */
export const isLeased = ({ lease }: Pick<StoredKey, 'lease'>, now: number): boolean =>
  lease !== null && lease.until > now && lease.until <= now + longestLease;

const isOtherOperation = ({ firstSent }: StoredKey, asked: KeyedRequest): boolean =>
  firstSent !== null && firstSent.operation !== asked.firstSent.operation;

const refuse = (claim: IdempotencyClaim): ClaimDecision => ({ _tag: 'Refuse', claim });

// With an unknown secret the requests cannot be compared, so the stored fingerprint stays until there is an answer.
const take = (stored: StoredKey, comparison: Comparison, asked: KeyedRequest): ClaimDecision => ({
  _tag: 'Take',
  stored,
  fingerprint: comparison === 'same' ? asked.fingerprints[0] : stored.fingerprint,
  doubt: doubtAt(stored, asked.now),
  summary: comparison === 'same' ? (asked.summary ?? null) : null,
});

const judge = (stored: StoredKey, comparison: Comparison, asked: KeyedRequest): ClaimDecision => {
  const { answer, lease } = stored;
  const isFormer = stored.scope !== asked.scopes[0];
  if (comparison === 'other') return refuse({ _tag: 'OtherRequest' });
  // Not every operation sends a key that the processor compares. The answer to another operation would replace the first answer.
  if (comparison === 'unknown secret' && !isFormer && isOtherOperation(stored, asked)) {
    return refuse({ _tag: 'OtherRequest' });
  }
  if (comparison === 'unknown secret' && (isFormer || answer !== null)) {
    return refuse({ _tag: 'SecretUnknown' });
  }
  if (answer !== null) {
    return refuse({ _tag: 'Answered', answer: answer.text });
  }
  if (lease !== null && isLeased(stored, asked.now)) {
    return refuse({ _tag: 'InUse', leaseUntil: lease.until });
  }
  return take(stored, comparison, asked);
};

const judgeExpired = (
  stored: StoredKey,
  comparison: Comparison,
  asked: KeyedRequest,
): ClaimDecision => {
  const { scope, firstSent, answer } = stored;
  if (asked.expired === undefined || comparison === 'other' || isOtherOperation(stored, asked)) {
    return { _tag: 'Drop', stored };
  }
  // The key may be that of another caller.
  if (comparison === 'unknown secret' && scope !== asked.scopes[0]) {
    return refuse({ _tag: 'SecretUnknown' });
  }
  return asked.expired === 'report'
    ? refuse({
        _tag: 'Expired',
        scope,
        firstSent,
        doubt: doubtAt(stored, asked.now),
        refusal: answer?.refusesAtOnce === true ? answer.text : null,
      })
    : take(stored, comparison, asked);
};

/** Decides a claim by the keys that are stored under any of its scopes. */
export const decideClaim = (
  stored: ReadonlyArray<StoredKey>,
  asked: KeyedRequest,
): ClaimDecision => {
  for (const scope of asked.scopes) {
    const found = stored.find((one) => one.scope === scope);
    if (found === undefined) continue;
    const comparison = compare(found.fingerprint, asked.fingerprints);
    if (found.answer !== null && found.answer.at < asked.forgetAnsweredBefore) {
      return judgeExpired(found, comparison, asked);
    }
    // Other callers may have stored keys under a former scope.
    if (scope !== asked.scopes[0] && comparison === 'other') continue;
    return judge(found, comparison, asked);
  }
  return { _tag: 'Insert' };
};

/** How many seconds an answer is kept under its idempotency key, unless it is a success that moved money (decision I9). */
export const keyLifetime = 24 * 60 * 60;

/** How many seconds a request in doubt may be sent again: an hour less than the processor remembers its key. */
export const repeatableFor = 23 * 60 * 60;

type Dependencies = {
  readonly idempotencyStore: Pick<IdempotencyStore, 'purge'>;
  readonly clock: Clock;
};

/** Drops up to `limit` idempotency keys whose answers are too old and returns how many. Keys in doubt stay. */
export const purgeIdempotencyKeys =
  ({ idempotencyStore, clock }: Dependencies) =>
  (limit: number): TE.TaskEither<StoreUnavailable, number> => {
    const now = clock();
    return idempotencyStore.purge({ answeredBefore: now - keyLifetime, now, limit });
  };
