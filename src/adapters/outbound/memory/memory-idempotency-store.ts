import * as TE from 'fp-ts/lib/TaskEither.js';
import type {
  IdempotencyClaim,
  IdempotencyKeyId,
  IdempotencyLease,
  IdempotencyStore,
} from '../../../application/ports/idempotency-store.js';

type Entry = {
  readonly fingerprint: string;
  readonly createdAt: number;
  /** Who works on it; `null` when nobody does. */
  readonly lease: { readonly owner: string; readonly until: number } | null;
  readonly answer: string | null;
};

const placeOf = ({ scope, key }: IdempotencyKeyId): string => JSON.stringify([scope, key]);

/**
 * A store of idempotency keys in memory: they are known as long as the process lives, and to this process alone.
 * Forgotten keys go with the next claim, and those that came first when there are more than `most`.
 */
export const createMemoryIdempotencyStore = (most = 20_000): IdempotencyStore => {
  const entries = new Map<string, Entry>();

  // In the order in which they first came: what is dropped is all that is looked at.
  const drop = (before: number, limit: number): number => {
    let dropped = 0;
    for (const [place, { createdAt }] of entries) {
      if (dropped === limit || createdAt >= before) break;
      entries.delete(place);
      dropped += 1;
    }
    return dropped;
  };

  const change = (id: IdempotencyLease, changed: (entry: Entry) => Entry | null): boolean => {
    const place = placeOf(id);
    const entry = entries.get(place);
    if (entry?.lease?.owner !== id.owner) return false;
    const next = changed(entry);
    if (next === null) entries.delete(place);
    else entries.set(place, next);
    return true;
  };

  return {
    claim: ({ fingerprint, owner, now, leaseUntil, forgottenBefore, ...id }) =>
      TE.fromIO((): IdempotencyClaim => {
        drop(forgottenBefore, Infinity);
        const place = placeOf(id);
        const known = entries.get(place);
        const entry = known ?? { fingerprint, createdAt: now, lease: null, answer: null };
        if (entry.fingerprint !== fingerprint) return { _tag: 'OtherRequest' };
        if (entry.answer !== null) return { _tag: 'Answered', answer: entry.answer };
        if (entry.lease !== null && entry.lease.until > now) {
          return { _tag: 'InUse', leaseUntil: entry.lease.until };
        }
        entries.set(place, { ...entry, lease: { owner, until: leaseUntil } });
        if (entries.size > most) drop(Infinity, 1);
        return { _tag: 'Claimed', inDoubt: known !== undefined };
      }),

    extend: ({ owner, ...id }, until) =>
      TE.fromIO(() => change({ ...id, owner }, (entry) => ({ ...entry, lease: { owner, until } }))),

    answer: (id, answer) =>
      TE.fromIO(() => change(id, (entry) => ({ ...entry, lease: null, answer }))),

    release: (id, how) =>
      TE.fromIO(() => change(id, (entry) => (how === 'forget' ? null : { ...entry, lease: null }))),

    purge: (before, limit) => TE.fromIO(() => drop(before, limit)),
  };
};
