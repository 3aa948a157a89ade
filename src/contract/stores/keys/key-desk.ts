import type {
  IdempotencyClaim,
  IdempotencyRelease,
  IdempotencyStore,
  KeyedRequest,
} from '../../../application/ports/idempotency-store.js';
import { valueOf } from '../value-of.js';

const now = 1_800_000_000;
const leaseSeconds = 60;
const day = 24 * 60 * 60;

const fresh: IdempotencyClaim = { _tag: 'Claimed', inDoubt: false };
const inDoubt: IdempotencyClaim = { _tag: 'Claimed', inDoubt: true };
const otherRequest: IdempotencyClaim = { _tag: 'OtherRequest' };
const answered = (answer: string): IdempotencyClaim => ({ _tag: 'Answered', answer });
const inUse = (leaseUntil: number): IdempotencyClaim => ({ _tag: 'InUse', leaseUntil });

const requestOf = (given: Partial<KeyedRequest>): KeyedRequest => {
  const { now: at = now } = given;
  return {
    scope: 'shop',
    key: 'order 42',
    fingerprint: 'a fingerprint',
    owner: 'first',
    now: at,
    leaseUntil: at + leaseSeconds,
    ...given,
  };
};

const by = (owner: string) => ({ scope: 'shop', key: 'order 42', owner });

/** Works with a store in few words, on one key unless told otherwise, and names what a claim can be. */
export const keyDeskAt = (store: () => IdempotencyStore) => {
  const claimAt = (
    from: IdempotencyStore,
    given: Partial<KeyedRequest>,
  ): Promise<IdempotencyClaim> => {
    const request = requestOf(given);
    return valueOf(from.claim({ ...request, forgottenBefore: request.now - day }));
  };
  return {
    now,
    leaseSeconds,
    day,
    fresh,
    inDoubt,
    otherRequest,
    answered,
    inUse,
    claimAt,
    claim: (given: Partial<KeyedRequest> = {}): Promise<IdempotencyClaim> =>
      claimAt(store(), given),
    answer: (owner: string, text: string): Promise<boolean> =>
      valueOf(store().answer(by(owner), text)),
    extend: (owner: string, leaseUntil: number): Promise<boolean> =>
      valueOf(store().extend(by(owner), leaseUntil)),
    release: (owner: string, how: IdempotencyRelease): Promise<boolean> =>
      valueOf(store().release(by(owner), how)),
    purge: (before: number, limit: number): Promise<number> =>
      valueOf(store().purge(before, limit)),
  };
};
export type KeyDesk = ReturnType<typeof keyDeskAt>;
