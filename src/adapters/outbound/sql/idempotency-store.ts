import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { seenInterval } from '../../../application/idempotency/key-row.js';
import type {
  ForgottenRefusal,
  IdempotencyLease,
  IdempotencyRelease,
  IdempotencyStore,
  OwnerChange,
} from '../../../application/ports/idempotency-store.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import { type Change, type Database, type SqlValue, storeUnavailable } from './database.js';
import { answerKey, keeping } from './idempotency/answer-key.js';
import { claimKey } from './idempotency/claim-key.js';
import {
  answeredAt,
  isFree,
  keyColumns,
  placeholders,
  readKeys,
  readRefusals,
  refusalColumns,
  storedAnswer,
  toUnsettledKey,
} from './idempotency/key-rows.js';
import { takeLookUp } from './idempotency/take-look-up.js';
import { changesRows, decodeRow } from './rows.js';

const Secret = t.type({ secret: t.string }, 'Secret');

const Fact = t.type({ value: t.string }, 'Fact');

const Scope = t.type({ scope: t.string }, 'Scope');

const Counts = t.type({ answered: t.number, unsettled: t.number }, 'Counts');

// Jumps from each scope to the next one in the primary key, however many keys lie between.
const distinctScopes = `
  WITH RECURSIVE found (scope) AS (
    SELECT MIN(scope) FROM pasarela_idempotency_keys
    UNION ALL
    SELECT (SELECT MIN(later.scope) FROM pasarela_idempotency_keys AS later WHERE later.scope > found.scope)
    FROM found WHERE found.scope IS NOT NULL
  )
  SELECT scope FROM found WHERE scope IS NOT NULL LIMIT $1`;

const changeOwner = ({ from, to }: OwnerChange): readonly [string, ReadonlyArray<SqlValue>] =>
  from === null
    ? [
        "INSERT INTO pasarela_facts (name, value) VALUES ('owner', $1) ON CONFLICT (name) DO NOTHING",
        [to],
      ]
    : ["UPDATE pasarela_facts SET value = $1 WHERE name = 'owner' AND value = $2", [to, from]];

const releases: Readonly<Record<IdempotencyRelease, string>> = {
  in_doubt: 'UPDATE pasarela_idempotency_keys SET owner = NULL, in_doubt = 1',
  forget: 'DELETE FROM pasarela_idempotency_keys',
};

const noteSeen = (which: string, order: string): string => `
  UPDATE pasarela_idempotency_keys SET
    created_at = CASE WHEN created_at > $1 THEN $1 ELSE created_at END,
    seen_at = CASE WHEN COALESCE(seen_at, created_at) < $1 THEN $1
      WHEN seen_at IS NULL THEN created_at ELSE seen_at END
  WHERE (scope, key) IN (
    SELECT scope, key FROM pasarela_idempotency_keys
    WHERE answer IS NULL AND ${which} ORDER BY ${order} LIMIT $2
  ) AND answer IS NULL`;

const noteAhead = noteSeen('created_at > $1', 'created_at, scope, key');

const lastSeen = 'COALESCE(seen_at, created_at)';
const noteUnseen = noteSeen(`${lastSeen} < $1 - CAST(${seenInterval} AS BIGINT)`, lastSeen);

const ifRefused = `WHERE scope = $1 AND key = $2
  AND answer IS NOT NULL AND COALESCE(refused, 1) = 1 AND ${answeredAt} = $3`;

const putBackIntoDoubt = `
  UPDATE pasarela_idempotency_keys
  SET answer = NULL, answered_at = NULL, refused = NULL, look_ups = NULL, look_up_at = NULL
  ${ifRefused} AND in_doubt = 1`;

const deleteRefused = `DELETE FROM pasarela_idempotency_keys ${ifRefused} AND in_doubt = 0`;

/** Conditions, each compared with its values, for a statement that has one value already. */
const furtherConditions = (
  conditions: ReadonlyArray<readonly [left: string, values: ReadonlyArray<SqlValue>]>,
): { readonly where: string; readonly values: ReadonlyArray<SqlValue> } =>
  conditions.reduce<{ readonly where: string; readonly values: ReadonlyArray<SqlValue> }>(
    ({ where, values }, [left, more]) => ({
      where: `${where} AND ${left}(${placeholders(more.length, values.length + 2)})`,
      values: [...values, ...more],
    }),
    { where: '', values: [] },
  );

const ifOwned = (
  change: Change,
  { scope, key, owner }: IdempotencyLease,
  name: string,
  sql: string,
  ...values: ReadonlyArray<SqlValue>
) =>
  changesRows(
    change(
      `${sql} WHERE scope = $1 AND key = $2 AND owner = $3`,
      [scope, key, owner, ...values],
      name,
    ),
  );

/** Idempotency keys in a database that any number of instances share. */
export const createSqlIdempotencyStore = (database: Database): IdempotencyStore => {
  const { query, change, changeWithoutSync, dialect, dropTraces } = database;
  const noteAll = (
    sql: string,
    now: number,
    limit: number,
  ): TE.TaskEither<StoreUnavailable, unknown> =>
    pipe(
      change(sql, [now, limit]),
      TE.flatMap((noted) => (noted < limit ? TE.right(noted) : noteAll(sql, now, limit))),
    );

  return {
    claim: claimKey(database),
    // A crash must not end a lease while its owner works.
    extend: (id, leaseUntil, now) =>
      ifOwned(
        change,
        id,
        'extend key',
        `UPDATE pasarela_idempotency_keys SET lease_until = ${dialect.now('$4')} + $5`,
        now,
        leaseUntil - now,
      ),
    answer: answerKey(database),
    findAnswer: ({ scope, key }) =>
      pipe(
        query(
          `SELECT ${keyColumns} FROM pasarela_idempotency_keys
          WHERE scope = $1 AND key = $2 AND answer IS NOT NULL`,
          [scope, key],
        ),
        TE.flatMapEither(readKeys),
        TE.map((rows) => rows.map(storedAnswer)[0] ?? null),
      ),
    release: (id, how) => ifOwned(changeWithoutSync, id, 'release key', releases[how]),
    unsettled: ({ limit, key, derivedKeys, after }) => {
      const place = ({ since, scope, key: last }: NonNullable<typeof after>) => [
        since,
        scope,
        last,
      ];
      const { where, values } = furtherConditions([
        ...(key === undefined ? [] : [['key IN ', [key]] as const]),
        ...(derivedKeys === undefined ? [] : [['derived_key IN ', derivedKeys] as const]),
        ...(after === undefined ? [] : [['(created_at, scope, key) > ', place(after)] as const]),
      ]);
      return pipe(
        query(
          `SELECT ${keyColumns} FROM pasarela_idempotency_keys WHERE answer IS NULL${where}
          ORDER BY created_at, scope, key LIMIT $1`,
          [limit, ...values],
        ),
        TE.flatMapEither(readKeys),
        TE.map((rows) => rows.map(toUnsettledKey)),
      );
    },
    findUnsettled: (scopes, key) =>
      pipe(
        query(
          `SELECT ${keyColumns} FROM pasarela_idempotency_keys
          WHERE key = $1 AND scope IN (${placeholders(scopes.length, 2)}) AND answer IS NULL`,
          [key, ...scopes],
        ),
        TE.flatMapEither(readKeys),
        TE.map((rows) => rows.map(toUnsettledKey)),
      ),
    takeLookUp: takeLookUp(database),
    settle: ({ scope, key }, how, now) => {
      const at = [scope, key, now];
      const where = `WHERE scope = $1 AND key = $2 AND answer IS NULL AND ${isFree(dialect.now('$3'))}`;
      return how._tag === 'Forget'
        ? changesRows(change(`DELETE FROM pasarela_idempotency_keys ${where}`, at))
        : changesRows(
            change(
              `UPDATE pasarela_idempotency_keys SET in_doubt = 1, owner = NULL, answer = $4, answered_at = $5, refused = $6,
                summary = ${how.refused === false ? 'NULL' : 'summary'} ${where}`,
              [...at, how.text, ...keeping({ ...how, at: now })],
            ),
          );
    },
    refusals: ({ from, to, limit, after }) =>
      pipe(
        query(
          `SELECT ${refusalColumns} FROM pasarela_idempotency_keys
          WHERE answer IS NOT NULL AND COALESCE(refused, 1) = 1
            AND ${answeredAt} >= $1 AND ${answeredAt} <= $2
            ${after === undefined ? '' : `AND (${answeredAt}, scope, key) > ($4, $5, $6)`}
          ORDER BY ${answeredAt}, scope, key LIMIT $3`,
          [from, to, limit, ...(after === undefined ? [] : [after.at, after.scope, after.key])],
        ),
        TE.flatMapEither(readRefusals),
      ),
    forgetRefusal: ({ scope, key, at }) =>
      pipe(
        changesRows(change(putBackIntoDoubt, [scope, key, at])),
        TE.flatMap(
          (isInDoubt): TE.TaskEither<StoreUnavailable, ForgottenRefusal | null> =>
            isInDoubt
              ? TE.right('in_doubt')
              : pipe(
                  changesRows(change(deleteRefused, [scope, key, at])),
                  TE.map((isNew) => (isNew ? 'new' : null)),
                ),
        ),
      ),
    purge: ({ answeredBefore, now, limit }) =>
      pipe(
        noteAll(noteAhead, now, limit),
        TE.flatMap(() => noteAll(noteUnseen, now, limit)),
        TE.flatMap(() =>
          change(
            `DELETE FROM pasarela_idempotency_keys WHERE (scope, key) IN (
              SELECT scope, key FROM pasarela_idempotency_keys
              WHERE answer IS NOT NULL AND ${answeredAt} < $1
                AND ${answeredAt} < ${dialect.now('$3')} - CAST($4 AS BIGINT)
              ORDER BY ${answeredAt} LIMIT $2
            ) AND answer IS NOT NULL AND ${answeredAt} < $1`,
            // An instance whose clock is days ahead must not delete what the others need.
            [answeredBefore, limit, now, now - answeredBefore],
          ),
        ),
        TE.tap((forgotten) => (forgotten < limit ? dropTraces : TE.right(undefined))),
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
            ? TE.left(storeUnavailable(new Error('could not read the secret of the store')))
            : pipe(
                TE.fromEither(decodeRow(Secret)(row)),
                TE.map(({ secret }) => secret),
              ),
        ),
      ),
    owner: (ownerChange) =>
      pipe(
        ownerChange === undefined ? TE.right([]) : query(...changeOwner(ownerChange)),
        TE.flatMap(() => query("SELECT value FROM pasarela_facts WHERE name = 'owner'")),
        TE.flatMapEither(([row]) =>
          row === undefined
            ? E.right(null)
            : pipe(
                decodeRow(Fact)(row),
                E.map(({ value }) => value),
              ),
        ),
      ),
    scopes: (limit) =>
      pipe(
        query(distinctScopes, [limit]),
        TE.flatMapEither(E.traverseArray(decodeRow(Scope))),
        TE.map((rows) => rows.map(({ scope }) => scope)),
      ),
    count: pipe(
      query(`SELECT
        (SELECT COUNT(*) FROM pasarela_idempotency_keys WHERE answer IS NOT NULL) AS answered,
        (SELECT COUNT(*) FROM pasarela_idempotency_keys WHERE answer IS NULL) AS unsettled`),
      TE.flatMapEither(([row = {}]) => decodeRow(Counts)(row)),
    ),
  };
};
