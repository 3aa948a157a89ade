import * as E from 'fp-ts/lib/Either.js';
import { flow } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { longestLease, type StoredKey } from '../../../../application/idempotency/decide-claim.js';
import type {
  FirstSent,
  FoundAnswer,
  RefusedKey,
  UnsettledKey,
} from '../../../../application/ports/idempotency-store.js';
import { nullable } from '../../../../domain/input/primitives.js';
import { decodeRow } from '../rows.js';

const KeyRow = t.type(
  {
    scope: t.string,
    key: t.string,
    fingerprint: t.string,
    secret_id: nullable(t.string),
    created_at: t.number,
    seen_at: nullable(t.number),
    owner: nullable(t.string),
    lease_until: t.number,
    answer: nullable(t.string),
    answered_at: nullable(t.number),
    refused: nullable(t.number),
    in_doubt: t.number,
    operation: nullable(t.string),
    derived_key: nullable(t.string),
    sent_settings: nullable(t.string),
    summary: nullable(t.string),
  },
  'IdempotencyKey',
);
type KeyRow = t.TypeOf<typeof KeyRow>;

/** The columns of a key. */
export const keyColumns = Object.keys(KeyRow.props).join(', ');

const ClaimableRow = t.intersection([KeyRow, t.type({ lease_left: t.number })], 'IdempotencyKey');
/** A key with the seconds that are left of its lease. */
export type ClaimableRow = t.TypeOf<typeof ClaimableRow>;

/** Reads rows of `keyColumns`. */
export const readKeys = E.traverseArray(decodeRow(KeyRow));

/** Reads rows of `keyColumns` and `lease_left`. */
export const readClaimableKeys = E.traverseArray(decodeRow(ClaimableRow));

const firstSentIn = ({ operation, derived_key, sent_settings }: KeyRow): FirstSent | null =>
  operation === null || derived_key === null || sent_settings === null
    ? null
    : { operation, derivedKey: derived_key, settings: sent_settings };

/** A key whose lease is measured by the caller's clock. */
export const storedKey = (row: ClaimableRow, now: number): StoredKey => ({
  scope: row.scope,
  fingerprint: { secret: row.secret_id, value: row.fingerprint },
  firstSeen: row.created_at,
  lastSeen: Math.max(row.seen_at ?? row.created_at, row.created_at),
  lease: row.owner === null ? null : { owner: row.owner, until: now + row.lease_left },
  answer:
    row.answer === null
      ? null
      : {
          text: row.answer,
          at: row.answered_at ?? row.created_at,
          refusesAtOnce: row.refused === 1 && row.in_doubt === 0,
        },
  firstSent: firstSentIn(row),
});

/** A key without an answer. */
export const toUnsettledKey = (row: KeyRow): UnsettledKey => ({
  scope: row.scope,
  key: row.key,
  since: row.created_at,
  leasedUntil: row.owner === null ? null : row.lease_until,
  secret: row.secret_id,
  firstSent: firstSentIn(row),
  summary: row.summary,
});

/** The answer of a key that has one. */
export const storedAnswer = ({ answer, secret_id, fingerprint }: KeyRow): FoundAnswer => ({
  text: answer ?? '',
  fingerprint: { secret: secret_id, value: fingerprint },
});

/** When the last day of an answer began, as the index has it. */
export const answeredAt = 'COALESCE(answered_at, created_at)';

const RefusalRow = t.type(
  {
    scope: t.string,
    key: t.string,
    answer: t.string,
    refused: nullable(t.number),
    in_doubt: t.number,
    given_at: t.number,
  },
  'IdempotencyKey',
);

/** The columns of a key whose answer is a refusal. */
export const refusalColumns = `scope, key, answer, refused, in_doubt, ${answeredAt} AS given_at`;

/** Reads rows of `refusalColumns`. */
export const readRefusals = E.traverseArray(
  flow(
    decodeRow(RefusalRow),
    E.map(
      ({ scope, key, answer, refused, in_doubt, given_at }): RefusedKey => ({
        scope,
        key,
        at: given_at,
        answer,
        refused: refused === null ? null : true,
        wasInDoubt: in_doubt !== 0,
      }),
    ),
  ),
);
/** The condition that no request holds a key. `now`: an expression for the time. */
export const isFree = (now: string): string =>
  `(owner IS NULL OR lease_until <= ${now} OR lease_until > ${now} + ${longestLease})`;

/** `count` placeholders, beginning with number `from`. */
export const placeholders = (count: number, from: number): string =>
  Array.from({ length: count }, (_, index) => `$${from + index}`).join(', ');
