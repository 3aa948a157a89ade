import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type {
  IdempotencyClaim,
  IdempotencyLease,
  IdempotencyRelease,
  IdempotencyStore,
} from '../../../application/ports/idempotency-store.js';
import { nullable } from '../../../domain/nullable.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import type { Database, SqlValue } from './database.js';
import { decodeRow } from './decode-row.js';

const Claimed = t.type({ in_doubt: t.number }, 'IdempotencyClaim');

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
    (scope, key, fingerprint, created_at, in_doubt, owner, lease_until)
  VALUES ($1, $2, $3, $4, 0, $5, $6)
  ON CONFLICT (scope, key) DO UPDATE SET
    fingerprint = excluded.fingerprint,
    created_at = CASE WHEN known.created_at < $7 THEN excluded.created_at ELSE known.created_at END,
    in_doubt = CASE WHEN known.created_at < $7 THEN 0 ELSE 1 END,
    owner = excluded.owner,
    lease_until = excluded.lease_until,
    answer = NULL
  WHERE known.created_at < $7 OR (
    known.fingerprint = excluded.fingerprint AND known.answer IS NULL
    AND (known.owner IS NULL OR known.lease_until <= $4)
  )
  RETURNING in_doubt`;

const look = `
  SELECT fingerprint, created_at, owner, lease_until, answer FROM pasarela_idempotency_keys
  WHERE scope = $1 AND key = $2`;

const releases: Readonly<Record<IdempotencyRelease, string>> = {
  in_doubt: 'UPDATE pasarela_idempotency_keys SET owner = NULL',
  forget: 'DELETE FROM pasarela_idempotency_keys',
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
      TE.flatMap(([taken]) =>
        taken === undefined
          ? refused(asked)
          : pipe(
              TE.fromEither(decodeRow(Claimed)(taken)),
              TE.map(
                ({ in_doubt }): IdempotencyClaim => ({ _tag: 'Claimed', inDoubt: in_doubt === 1 }),
              ),
            ),
      ),
    );
  };

  // Between the two looks the key may have been released or dropped: then the claim begins once more.
  const refused = (asked: Claim): TE.TaskEither<StoreUnavailable, IdempotencyClaim> =>
    pipe(
      query(look, [asked.scope, asked.key]),
      TE.flatMap(([row]) =>
        row === undefined
          ? claim(asked)
          : pipe(
              TE.fromEither(decodeRow(Key)(row)),
              TE.map((known) => refusal(known, asked)),
              TE.flatMap((refusedAs) => (refusedAs === null ? claim(asked) : TE.right(refusedAs))),
            ),
      ),
    );

  const count = (sql: string, values: ReadonlyArray<SqlValue>) =>
    pipe(
      query(`${sql} RETURNING key`, values),
      TE.map((changed) => changed.length),
    );

  const ifOwned = (
    { scope, key, owner }: IdempotencyLease,
    sql: string,
    ...values: ReadonlyArray<SqlValue>
  ) =>
    pipe(
      count(`${sql} WHERE scope = $1 AND key = $2 AND owner = $3`, [scope, key, owner, ...values]),
      TE.map((changed) => changed > 0),
    );

  return {
    claim,
    extend: (id, leaseUntil) =>
      ifOwned(id, 'UPDATE pasarela_idempotency_keys SET lease_until = $4', leaseUntil),
    answer: (id, answer) =>
      ifOwned(id, 'UPDATE pasarela_idempotency_keys SET owner = NULL, answer = $4', answer),
    release: (id, how) => ifOwned(id, releases[how]),
    purge: (before, limit) =>
      count(
        `DELETE FROM pasarela_idempotency_keys WHERE (scope, key) IN (
          SELECT scope, key FROM pasarela_idempotency_keys
          WHERE created_at < $1 ORDER BY created_at LIMIT $2
        ) AND created_at < $1`,
        [before, limit],
      ),
  };
};
