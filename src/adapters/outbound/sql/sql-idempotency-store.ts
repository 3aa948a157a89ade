import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type {
  IdempotencyClaim,
  IdempotencyRelease,
  IdempotencyStore,
} from '../../../application/ports/idempotency-store.js';
import { nullable } from '../../../domain/nullable.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import type { Database } from './database.js';
import { decodeRow } from './decode-row.js';

const Attempt = t.type({ attempt: t.number }, 'IdempotencyAttempt');

const Key = t.type(
  {
    fingerprint: t.string,
    created_at: t.number,
    owner: nullable(t.string),
    lease_until: t.number,
    answer: nullable(t.string),
  },
  'IdempotencyKey',
);

type Claim = Parameters<IdempotencyStore['claim']>[0];

const take = `
  INSERT INTO pasarela_idempotency_keys AS known
    (scope, key, fingerprint, created_at, attempt, owner, lease_until)
  VALUES ($1, $2, $3, $4, 0, $5, $6)
  ON CONFLICT (scope, key) DO UPDATE SET
    fingerprint = excluded.fingerprint,
    created_at = CASE WHEN known.created_at < $7 THEN excluded.created_at ELSE known.created_at END,
    attempt = CASE WHEN known.created_at < $7 THEN 0 ELSE known.attempt + 1 END,
    owner = excluded.owner,
    lease_until = excluded.lease_until,
    answer = NULL
  WHERE known.created_at < $7 OR (
    known.fingerprint = excluded.fingerprint AND known.answer IS NULL
    AND (known.owner IS NULL OR known.lease_until <= $4)
  )
  RETURNING attempt`;

const look = `
  SELECT fingerprint, created_at, owner, lease_until, answer FROM pasarela_idempotency_keys
  WHERE scope = $1 AND key = $2`;

const releases: Readonly<Record<IdempotencyRelease, string>> = {
  in_doubt: `
    UPDATE pasarela_idempotency_keys SET owner = NULL
    WHERE scope = $1 AND key = $2 AND owner = $3 RETURNING key`,
  forget: `
    DELETE FROM pasarela_idempotency_keys
    WHERE scope = $1 AND key = $2 AND owner = $3 RETURNING key`,
};

/** What a key that was not taken stands for; `null` when by now it can be taken. */
const refusal = (known: t.TypeOf<typeof Key>, asked: Claim): IdempotencyClaim | null => {
  if (known.created_at < asked.forgottenBefore) return null;
  if (known.fingerprint !== asked.fingerprint) return { _tag: 'OtherRequest' };
  if (known.answer !== null) return { _tag: 'Answered', answer: known.answer };
  return known.owner !== null && known.lease_until > asked.now
    ? { _tag: 'InUse', leaseUntil: known.lease_until }
    : null;
};

/** A store of idempotency keys in a database, for all its instances. */
export const createSqlIdempotencyStore = ({ query }: Database): IdempotencyStore => {
  const claim = (asked: Claim): TE.TaskEither<StoreUnavailable, IdempotencyClaim> => {
    const { scope, key, fingerprint, owner, now, leaseUntil, forgottenBefore } = asked;
    return pipe(
      query(take, [scope, key, fingerprint, now, owner, leaseUntil, forgottenBefore]),
      TE.chain(([taken]) =>
        taken === undefined
          ? refused(asked)
          : pipe(
              TE.fromEither(decodeRow(Attempt)(taken)),
              TE.map(
                ({ attempt }): IdempotencyClaim => ({ _tag: 'Claimed', inDoubt: attempt > 0 }),
              ),
            ),
      ),
    );
  };

  // Between the two looks the key may have been released or dropped: then the claim begins once more.
  const refused = (asked: Claim): TE.TaskEither<StoreUnavailable, IdempotencyClaim> =>
    pipe(
      query(look, [asked.scope, asked.key]),
      TE.chain(([row]) =>
        row === undefined
          ? claim(asked)
          : pipe(
              TE.fromEither(decodeRow(Key)(row)),
              TE.map((known) => refusal(known, asked)),
              TE.chain((refusedAs) => (refusedAs === null ? claim(asked) : TE.right(refusedAs))),
            ),
      ),
    );

  return {
    claim,
    extend: ({ scope, key, owner }, leaseUntil) =>
      pipe(
        query(
          `UPDATE pasarela_idempotency_keys SET lease_until = $4
          WHERE scope = $1 AND key = $2 AND owner = $3 RETURNING key`,
          [scope, key, owner, leaseUntil],
        ),
        TE.map((changed) => changed.length > 0),
      ),
    answer: ({ scope, key, owner }, answer) =>
      pipe(
        query(
          `UPDATE pasarela_idempotency_keys SET owner = NULL, answer = $4
          WHERE scope = $1 AND key = $2 AND owner = $3 RETURNING key`,
          [scope, key, owner, answer],
        ),
        TE.map((changed) => changed.length > 0),
      ),
    release: ({ scope, key, owner }, how) =>
      pipe(
        query(releases[how], [scope, key, owner]),
        TE.map((changed) => changed.length > 0),
      ),
    purge: (before, limit) =>
      pipe(
        query(
          `DELETE FROM pasarela_idempotency_keys WHERE (scope, key) IN (
            SELECT scope, key FROM pasarela_idempotency_keys
            WHERE created_at < $1 ORDER BY created_at LIMIT $2
          ) AND created_at < $1 RETURNING key`,
          [before, limit],
        ),
        TE.map((dropped) => dropped.length),
      ),
  };
};
