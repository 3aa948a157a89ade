import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import {
  type ClaimDecision,
  decideClaim,
  type StoredKey,
} from '../../../application/idempotency/decide-claim.js';
import type {
  FirstSent,
  IdempotencyClaim,
  IdempotencyLease,
  IdempotencyRelease,
  IdempotencyStore,
  KeyedRequest,
  UnsettledKey,
} from '../../../application/ports/idempotency-store.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import { nullable } from '../../../domain/primitives.js';
import {
  type Database,
  type Dialect,
  type SqlRow,
  type SqlValue,
  storeUnavailable,
} from './database.js';
import { decodeRow } from './rows.js';

const Key = t.type(
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
    operation: nullable(t.string),
    derived_key: nullable(t.string),
    sent_settings: nullable(t.string),
  },
  'IdempotencyKey',
);
type Key = t.TypeOf<typeof Key>;
/** With the seconds until its lease ends. */
type FoundKey = Key & { readonly lease_left: number };

const columns = Object.keys(Key.props).join(', ');

const Secret = t.type({ secret: t.string }, 'Secret');

const firstSentIn = ({ operation, derived_key, sent_settings }: Key): FirstSent | null =>
  operation === null || derived_key === null || sent_settings === null
    ? null
    : { operation, derivedKey: derived_key, settings: sent_settings };

const Left = t.type({ lease_left: t.number }, 'IdempotencyKey');

/** The key by the clock of who asks. */
const storedKey = (row: FoundKey, now: number): StoredKey => ({
  scope: row.scope,
  fingerprint: { secret: row.secret_id, value: row.fingerprint },
  firstSeen: row.created_at,
  lastSeen: Math.max(row.seen_at ?? row.created_at, row.created_at),
  lease: row.owner === null ? null : { owner: row.owner, until: now + row.lease_left },
  answer: row.answer === null ? null : { text: row.answer, at: row.answered_at ?? row.created_at },
  firstSent: firstSentIn(row),
});

const unsettledKey = (row: Key): UnsettledKey => ({
  scope: row.scope,
  key: row.key,
  since: row.created_at,
  leasedUntil: row.owner === null ? null : row.lease_until,
  secret: row.secret_id,
  firstSent: firstSentIn(row),
});

const placeholders = (count: number, from: number): string =>
  Array.from({ length: count }, (_, index) => `$${from + index}`).join(', ');

// `in_doubt` is for instances of an earlier version, which know no other sign. What is certainly another request, under a
// former scope, does not stand in the way.
const insert = (scopes: number, secrets: number, { now }: Dialect): string => `
  INSERT INTO pasarela_idempotency_keys (
    scope, key, fingerprint, secret_id, created_at, seen_at, in_doubt, owner, lease_until,
    operation, derived_key, sent_settings
  )
  SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS BIGINT),
    CAST($5 AS BIGINT), 0, CAST($6 AS TEXT), ${now('$5')} + CAST($7 AS BIGINT),
    CAST($8 AS TEXT), CAST($9 AS TEXT), CAST($10 AS TEXT)
  WHERE NOT EXISTS (
    SELECT 1 FROM pasarela_idempotency_keys
    WHERE key = $2 AND scope IN (${placeholders(scopes, 11)}) AND (
      scope = $1 OR fingerprint IN (${placeholders(secrets, 11 + scopes)})
      OR secret_id IS NULL OR secret_id NOT IN (${placeholders(secrets, 11 + scopes + secrets)})
    )
  )
  ON CONFLICT (scope, key) DO NOTHING RETURNING key`;

const look = (scopes: number): string => `
  SELECT ${columns} FROM pasarela_idempotency_keys
  WHERE key = $1 AND scope IN (${placeholders(scopes, 2)})`;

const lookAt = (scopes: number, { now }: Dialect): string => `
  SELECT ${columns}, lease_until - ${now(`$${scopes + 2}`)} AS lease_left FROM pasarela_idempotency_keys
  WHERE key = $1 AND scope IN (${placeholders(scopes, 2)})`;

const take = ({ now }: Dialect): string => `
  UPDATE pasarela_idempotency_keys SET
    fingerprint = $3, secret_id = $4, created_at = $5, seen_at = $6, in_doubt = 1, owner = $7,
    lease_until = ${now('$13')} + $8
  WHERE scope = $1 AND key = $2 AND answer IS NULL AND fingerprint = $9 AND created_at = $10
    AND COALESCE(owner, '') = $11 AND (owner IS NULL OR lease_until = $12)`;

const releases: Readonly<Record<IdempotencyRelease, string>> = {
  in_doubt: 'UPDATE pasarela_idempotency_keys SET owner = NULL, in_doubt = 1',
  forget: 'DELETE FROM pasarela_idempotency_keys',
};

const longestLease = 86_400;

const freeAt = (now: string): string =>
  `(owner IS NULL OR lease_until <= ${now} OR lease_until > ${now} + ${longestLease})`;

// Often enough that no doubt grows much younger by a clock that is set back.
const noteEvery = 300;

const note = `
  UPDATE pasarela_idempotency_keys SET
    created_at = CASE WHEN created_at > $1 THEN $1 ELSE created_at END,
    seen_at = CASE WHEN COALESCE(seen_at, created_at) < $1 THEN $1
      WHEN seen_at IS NULL THEN created_at ELSE seen_at END
  WHERE (scope, key) IN (
    SELECT scope, key FROM pasarela_idempotency_keys
    WHERE answer IS NULL AND (created_at > $1 OR COALESCE(seen_at, created_at) < $2) LIMIT $3
  ) AND answer IS NULL`;

/** Adds conditions, each followed by its values, to a statement that has one value already. */
const conditionsOf = (
  conditions: ReadonlyArray<readonly [left: string, values: ReadonlyArray<SqlValue>]>,
): { readonly where: string; readonly values: ReadonlyArray<SqlValue> } =>
  conditions.reduce<{ readonly where: string; readonly values: ReadonlyArray<SqlValue> }>(
    ({ where, values }, [left, more]) => ({
      where: `${where} AND ${left}(${placeholders(more.length, values.length + 2)})`,
      values: [...values, ...more],
    }),
    { where: '', values: [] },
  );

const keysIn = (rows: ReadonlyArray<SqlRow>): TE.TaskEither<StoreUnavailable, ReadonlyArray<Key>> =>
  pipe(
    rows,
    TE.traverseArray((row) => TE.fromEither(decodeRow(Key)(row))),
  );

const foundKeysIn = (
  rows: ReadonlyArray<SqlRow>,
): TE.TaskEither<StoreUnavailable, ReadonlyArray<FoundKey>> =>
  pipe(
    rows,
    TE.traverseArray((row) =>
      pipe(
        TE.Do,
        TE.bind('key', () => TE.fromEither(decodeRow(Key)(row))),
        TE.bind('left', () => TE.fromEither(decodeRow(Left)(row))),
        TE.map(({ key, left }) => ({ ...key, ...left })),
      ),
    ),
  );

/** A store of idempotency keys in a database, for all its instances. */
export const createSqlIdempotencyStore = ({ query, dialect }: Database): IdempotencyStore => {
  const count = (sql: string, values: ReadonlyArray<SqlValue>) =>
    pipe(
      query(`${sql} RETURNING key`, values),
      TE.map((changed) => changed.length),
    );

  const changes = (sql: string, values: ReadonlyArray<SqlValue>) =>
    pipe(
      count(sql, values),
      TE.map((changed) => changed > 0),
    );

  const claim = (asked: KeyedRequest): TE.TaskEither<StoreUnavailable, IdempotencyClaim> => {
    const { scopes, key, fingerprints, firstSent, owner, now, leaseUntil } = asked;
    const [scope] = scopes;
    const [{ value, secret }] = fingerprints;
    const { operation, derivedKey, settings } = firstSent;
    return pipe(
      query(insert(scopes.length, fingerprints.length, dialect), [
        scope,
        key,
        value,
        secret,
        now,
        owner,
        leaseUntil - now,
        operation,
        derivedKey,
        settings,
        ...scopes,
        ...fingerprints.map((one) => one.value),
        ...fingerprints.map((one) => one.secret),
      ]),
      TE.flatMap(
        ([inserted]): TE.TaskEither<StoreUnavailable, IdempotencyClaim> =>
          inserted === undefined ? known(asked) : unlessClaimedElsewhere(asked),
      ),
    );
  };

  // PostgreSQL does not see what others insert at the same time. Under one scope the primary key decides; of two who call the
  // same scopes by turns their own and a former one, whoever looks last gives way.
  const unlessClaimedElsewhere = (
    asked: KeyedRequest,
  ): TE.TaskEither<StoreUnavailable, IdempotencyClaim> => {
    const { scopes, key, firstSent, owner } = asked;
    const [scope, ...formerScopes] = scopes;
    const claimed: IdempotencyClaim = {
      _tag: 'Claimed',
      scope,
      firstSent,
      doubt: null,
      mayHaveForgotten: false,
    };
    return formerScopes.length === 0
      ? TE.right(claimed)
      : pipe(
          query(lookAt(formerScopes.length, dialect), [key, ...formerScopes, asked.now]),
          TE.flatMap(foundKeysIn),
          TE.flatMap((rows) =>
            decideClaim(
              rows.map((row) => storedKey(row, asked.now)),
              asked,
            )._tag === 'Insert'
              ? TE.right(claimed)
              : pipe(
                  ifOwned({ scope, key, owner }, releases.forget),
                  TE.flatMap(() => claim(asked)),
                ),
          ),
        );
  };

  const known = (asked: KeyedRequest): TE.TaskEither<StoreUnavailable, IdempotencyClaim> =>
    pipe(
      query(lookAt(asked.scopes.length, dialect), [asked.key, ...asked.scopes, asked.now]),
      TE.flatMap(foundKeysIn),
      TE.flatMap((rows) =>
        carryOut(
          asked,
          rows,
          decideClaim(
            rows.map((row) => storedKey(row, asked.now)),
            asked,
          ),
        ),
      ),
    );

  // Between the look and the change somebody else may have changed the key: then the claim begins once more.
  const carryOut = (
    asked: KeyedRequest,
    rows: ReadonlyArray<FoundKey>,
    decision: ClaimDecision,
  ): TE.TaskEither<StoreUnavailable, IdempotencyClaim> => {
    switch (decision._tag) {
      case 'Insert':
        return claim(asked);
      case 'Drop':
        return pipe(
          count(
            'DELETE FROM pasarela_idempotency_keys WHERE scope = $1 AND key = $2 AND COALESCE(answered_at, created_at) = $3 AND answer IS NOT NULL',
            [decision.stored.scope, asked.key, decision.stored.answer?.at ?? null],
          ),
          TE.flatMap(() => claim(asked)),
        );
      case 'Take': {
        const { stored, fingerprint, doubt } = decision;
        const { scope, lease, firstSeen, lastSeen, firstSent } = stored;
        return pipe(
          changes(take(dialect), [
            scope,
            asked.key,
            fingerprint.value,
            fingerprint.secret,
            doubt.since,
            Math.max(lastSeen, asked.now),
            asked.owner,
            asked.leaseUntil - asked.now,
            stored.fingerprint.value,
            firstSeen,
            lease?.owner ?? '',
            rows.find((row) => row.scope === scope)?.lease_until ?? 0,
            asked.now,
          ]),
          TE.flatMap(
            (taken): TE.TaskEither<StoreUnavailable, IdempotencyClaim> =>
              taken
                ? TE.right({ _tag: 'Claimed', scope, firstSent, doubt, mayHaveForgotten: false })
                : claim(asked),
          ),
        );
      }
      case 'Refuse':
        return TE.right(decision.claim);
    }
  };

  const ifOwned = (
    { scope, key, owner }: IdempotencyLease,
    sql: string,
    ...values: ReadonlyArray<SqlValue>
  ) =>
    changes(`${sql} WHERE scope = $1 AND key = $2 AND owner = $3`, [scope, key, owner, ...values]);

  return {
    claim,
    extend: (id, leaseUntil, now) =>
      ifOwned(
        id,
        `UPDATE pasarela_idempotency_keys SET lease_until = ${dialect.now('$4')} + $5`,
        now,
        leaseUntil - now,
      ),
    answer: (id, { text, fingerprint: { secret, value }, at }) =>
      ifOwned(
        id,
        'UPDATE pasarela_idempotency_keys SET owner = NULL, answer = $4, secret_id = $5, fingerprint = $6, answered_at = $7',
        text,
        secret,
        value,
        at,
      ),
    release: (id, how) => ifOwned(id, releases[how]),
    unsettled: ({ limit, key, after }) => {
      const place = ({ since, scope, key: last }: NonNullable<typeof after>) => [
        since,
        scope,
        last,
      ];
      const { where, values } = conditionsOf([
        ...(key === undefined ? [] : [['key IN ', [key]] as const]),
        ...(after === undefined ? [] : [['(created_at, scope, key) > ', place(after)] as const]),
      ]);
      return pipe(
        query(
          `SELECT ${columns} FROM pasarela_idempotency_keys WHERE answer IS NULL${where}
          ORDER BY created_at, scope, key LIMIT $1`,
          [limit, ...values],
        ),
        TE.flatMap(keysIn),
        TE.map((rows) => rows.map(unsettledKey)),
      );
    },
    findUnsettled: (scopes, key) =>
      pipe(
        query(`${look(scopes.length)} AND answer IS NULL`, [key, ...scopes]),
        TE.flatMap(keysIn),
        TE.map((rows) => rows.map(unsettledKey)),
      ),
    settle: ({ scope, key }, how, now) => {
      const at = [scope, key, now];
      const where = `WHERE scope = $1 AND key = $2 AND answer IS NULL AND ${freeAt(dialect.now('$3'))}`;
      return how._tag === 'Forget'
        ? changes(`DELETE FROM pasarela_idempotency_keys ${where}`, at)
        : changes(
            `UPDATE pasarela_idempotency_keys SET owner = NULL, answer = $4, answered_at = $3 ${where}`,
            [...at, how.text],
          );
    },
    purge: ({ answeredBefore, now, limit }) =>
      pipe(
        query(note, [now, now - noteEvery, limit]),
        TE.flatMap(() =>
          count(
            `DELETE FROM pasarela_idempotency_keys WHERE (scope, key) IN (
              SELECT scope, key FROM pasarela_idempotency_keys
              WHERE answer IS NOT NULL AND COALESCE(answered_at, created_at) < $1
              ORDER BY COALESCE(answered_at, created_at) LIMIT $2
            ) AND answer IS NOT NULL AND COALESCE(answered_at, created_at) < $1`,
            [answeredBefore, limit],
          ),
        ),
      ),
    keepSecret: (candidate) =>
      pipe(
        query(
          "INSERT INTO pasarela_secrets (name, secret) VALUES ('idempotency', $1) ON CONFLICT (name) DO NOTHING",
          [candidate],
        ),
        TE.flatMap(() => query("SELECT secret FROM pasarela_secrets WHERE name = 'idempotency'")),
        TE.flatMap(([row]) =>
          row === undefined
            ? TE.left(storeUnavailable(new Error('the secret of the store cannot be read')))
            : pipe(
                TE.fromEither(decodeRow(Secret)(row)),
                TE.map(({ secret }) => secret),
              ),
        ),
      ),
  };
};
