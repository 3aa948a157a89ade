import type {
  FoundAnswer,
  IdempotencySettlement,
  KeptAnswer,
  KeyedRequest,
  LookUpPace,
  RefusedKey,
  UnsettledKey,
} from '../ports/idempotency-store.js';
import {
  type ClaimDecision,
  doubtAt,
  isLeased,
  keyLifetime,
  type StoredKey,
} from './decide-claim.js';

/** A stored answer. `refused: null`: unknown. */
type RowAnswer = NonNullable<StoredKey['answer']> & { readonly refused: boolean | null };

/** All that is stored of an idempotency key. Moments are Unix seconds. */
export type KeyRow = StoredKey & {
  readonly key: string;
  readonly answer: RowAnswer | null;
  /** Whether its outcome was unknown at any time. */
  readonly wasInDoubt: boolean;
  readonly summary: string | null;
  readonly lookUps: { readonly made: number; readonly dueAt: number };
};

const notLookedUp = { made: 0, dueAt: 0 };

/** A key that is new. */
export const newKey = (asked: KeyedRequest): KeyRow => ({
  scope: asked.scopes[0],
  key: asked.key,
  fingerprint: asked.fingerprints[0],
  firstSeen: asked.firstSeen ?? asked.now,
  lastSeen: asked.now,
  lease: { owner: asked.owner, until: asked.leaseUntil },
  answer: null,
  firstSent: asked.firstSent,
  wasInDoubt: false,
  summary: asked.summary ?? null,
  lookUps: notLookedUp,
});

/** A key after a request has taken it over. */
export const takenKey = (
  row: KeyRow,
  { fingerprint, doubt, summary }: Extract<ClaimDecision, { readonly _tag: 'Take' }>,
  asked: KeyedRequest,
): KeyRow => ({
  ...row,
  fingerprint,
  firstSeen: doubt.since,
  lastSeen: Math.max(row.lastSeen, asked.now),
  lease: { owner: asked.owner, until: asked.leaseUntil },
  answer: null,
  wasInDoubt: true,
  summary: row.summary ?? summary,
  lookUps: row.answer === null ? row.lookUps : notLookedUp,
});

/** A key after its request ended without an answer. */
export const keyInDoubt = (row: KeyRow): KeyRow => ({ ...row, lease: null, wasInDoubt: true });

/** When the last day of an answer begins: one that is kept longer than a day is dated later by as much. */
export const lastDayOf = ({
  at,
  keptFor = keyLifetime,
}: Pick<KeptAnswer, 'at' | 'keptFor'>): number => at + keptFor - keyLifetime;

/**
 * A key after its answer. If the refusal of a key that was in doubt is forgotten, its outcome has to be looked up again: so its
 * summary stays.
 */
export const answeredKey = (
  row: KeyRow,
  { text, refused, ...kept }: Omit<KeptAnswer, 'fingerprint'>,
): KeyRow => ({
  ...row,
  lease: null,
  answer: {
    text,
    at: lastDayOf(kept),
    refused: refused ?? null,
    refusesAtOnce: refused === true && !row.wasInDoubt,
  },
  summary: row.wasInDoubt && refused !== false ? row.summary : null,
});

/** A key after an operator's decision; `null`: it is forgotten. `undefined`: it cannot be settled, because it has an answer or a lease. */
export const settledKey = (
  row: KeyRow,
  how: IdempotencySettlement,
  now: number,
): KeyRow | null | undefined => {
  if (row.answer !== null || isLeased(row, now)) return undefined;
  return how._tag === 'Forget'
    ? null
    : answeredKey({ ...row, wasInDoubt: true }, { ...how, at: now });
};

/** A key whose answer is a refusal, or may be; `null`: it has none, or a success. */
export const refusedKey = ({ scope, key, answer, wasInDoubt }: KeyRow): RefusedKey | null =>
  answer === null || answer.refused === false
    ? null
    : { scope, key, at: answer.at, answer: answer.text, refused: answer.refused, wasInDoubt };

/** A key after the refusal of a moment is forgotten; `null`: it is forgotten too. `undefined`: it has no such refusal. */
export const keyWithoutRefusal = (row: KeyRow, at: number): KeyRow | null | undefined => {
  if (refusedKey(row)?.at !== at) return undefined;
  return row.wasInDoubt ? { ...row, answer: null, lookUps: notLookedUp } : null;
};

/** In seconds. Storing when a key was last seen prevents a clock that is set back from making the key look much newer. */
export const seenInterval = 300;

/** A key in doubt that is seen at a moment. `undefined`: there is nothing to store. */
export const seenKey = (row: KeyRow, now: number): KeyRow | undefined => {
  if (row.firstSeen <= now && row.lastSeen >= now - seenInterval) return undefined;
  const { since, age } = doubtAt(row, now);
  return { ...row, firstSeen: since, lastSeen: since + age };
};

/** Whether a moment has come. One beyond the longest pause was stored by a clock that was ahead, and does not count. */
export const hasCome = (moment: number, now: number, longest: number): boolean =>
  moment <= now || moment > now + longest;

/** Whether a key in doubt may be looked up now. */
export const isLookUpDue = (row: KeyRow, { longest }: LookUpPace, now: number): boolean =>
  row.answer === null &&
  row.summary !== null &&
  !isLeased(row, now) &&
  hasCome(row.lookUps.dueAt, now, longest);

/** A key after another look-up. */
export const lookedUpKey = (row: KeyRow, { first, longest }: LookUpPace, now: number): KeyRow => {
  const { made } = row.lookUps;
  return {
    ...row,
    lookUps: { made: made + 1, dueAt: now + Math.min(first * 2 ** made, longest) },
  };
};

/** A key without an answer, as the store lists it. */
export const unsettledKey = (row: KeyRow): UnsettledKey => ({
  scope: row.scope,
  key: row.key,
  since: row.firstSeen,
  leasedUntil: row.lease?.until ?? null,
  secret: row.fingerprint.secret,
  firstSent: row.firstSent,
  summary: row.summary,
});

/** The answer of a key; `null`: it has none. */
export const foundAnswer = ({ answer, fingerprint }: KeyRow): FoundAnswer | null =>
  answer === null ? null : { text: answer.text, fingerprint };
