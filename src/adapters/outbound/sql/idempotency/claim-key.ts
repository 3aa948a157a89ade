import * as E from 'fp-ts/lib/Either.js';
import { flow, pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  type ClaimDecision,
  decideClaim,
} from '../../../../application/idempotency/decide-claim.js';
import type {
  IdempotencyClaim,
  IdempotencyStore,
  KeyedRequest,
} from '../../../../application/ports/idempotency-store.js';
import type { StoreUnavailable } from '../../../../domain/payment-error.js';
import type { Change, Database, Dialect, SqlRow } from '../database.js';
import { inGroups } from '../group-commit.js';
import { changesRows } from '../rows.js';
import {
  answeredAt,
  type ClaimableRow,
  keyColumns,
  placeholders,
  readClaimableKeys,
  storedKey,
} from './key-rows.js';

// Instances of an earlier version recognize a key in doubt only by `in_doubt`.
const insert = (formerScopes: number, secrets: number, { now }: Dialect): string => {
  const row = `$1, $2, $3, $4, $12, $5, 0, $6, ${now('$5')} + $7, $8, $9, $10, $11`;
  // SQLite writes `VALUES` in half the time of a `SELECT` that reads the same table. Under a former scope, a key that certainly
  // belongs to another request does not count.
  const source =
    formerScopes === 0
      ? `VALUES (${row})`
      : `SELECT ${row} WHERE NOT EXISTS (
    SELECT 1 FROM pasarela_idempotency_keys
    WHERE key = $2 AND scope IN (${placeholders(formerScopes, 13)}) AND (
      fingerprint IN (${placeholders(secrets, 13 + formerScopes)})
      OR secret_id IS NULL OR secret_id NOT IN (${placeholders(secrets, 13 + formerScopes + secrets)})
    )
  )`;
  return `
  INSERT INTO pasarela_idempotency_keys (
    scope, key, fingerprint, secret_id, created_at, seen_at, in_doubt, owner, lease_until,
    operation, derived_key, sent_settings, summary
  )
  ${source}
  ON CONFLICT (scope, key) DO NOTHING`;
};

/** The same for many keys at once, in a JSON array of `NewKey`s. Two statements that insert the same keys insert them in the same order. */
const insertMany = ({ now }: Dialect): string => `
  INSERT INTO pasarela_idempotency_keys (
    scope, key, fingerprint, secret_id, created_at, seen_at, in_doubt, owner, lease_until,
    operation, derived_key, sent_settings, summary
  )
  SELECT asked.scope, asked.key, asked.fingerprint, asked.secret_id, asked.first_seen, asked.now, 0, asked.owner,
    ${now('asked.now')} + asked.lease, asked.operation, asked.derived_key, asked.sent_settings, asked.summary
  FROM json_to_recordset($1) AS asked (
    scope TEXT, key TEXT, fingerprint TEXT, secret_id TEXT, first_seen BIGINT, now BIGINT, owner TEXT, lease BIGINT,
    operation TEXT, derived_key TEXT, sent_settings TEXT, summary TEXT, scopes TEXT[], fingerprints TEXT[], secrets TEXT[]
  )
  WHERE NOT EXISTS (
    SELECT 1 FROM pasarela_idempotency_keys AS known
    WHERE known.key = asked.key AND known.scope = ANY (asked.scopes) AND (
      known.scope = asked.scope OR known.fingerprint = ANY (asked.fingerprints)
      OR known.secret_id IS NULL OR known.secret_id <> ALL (asked.secrets)
    )
  )
  ORDER BY asked.key, asked.scope
  ON CONFLICT (scope, key) DO NOTHING RETURNING key`;

const select = (scopes: number, { now }: Dialect): string => `
  SELECT ${keyColumns}, lease_until - ${now(`$${scopes + 2}`)} AS lease_left FROM pasarela_idempotency_keys
  WHERE key = $1 AND scope IN (${placeholders(scopes, 2)})`;

/** The same for many keys at once, in a JSON array, each in scopes of its own. */
const selectMany = ({ now }: Dialect): string => `
  SELECT place, ${keyColumns}, lease_until - ${now('asked_at')} AS lease_left
  FROM json_to_recordset($1) AS asked (place INTEGER, asked_key TEXT, scopes TEXT[], asked_at BIGINT)
  JOIN pasarela_idempotency_keys ON key = asked_key AND scope = ANY (scopes)`;

const take = ({ now }: Dialect): string => `
  UPDATE pasarela_idempotency_keys SET
    fingerprint = $3, secret_id = $4, created_at = $5, seen_at = $6, in_doubt = 1, owner = $7,
    lease_until = ${now('$13')} + $8, answer = NULL, summary = COALESCE(summary, CAST($15 AS TEXT))
  WHERE scope = $1 AND key = $2 AND (answer IS NULL OR ${answeredAt} = CAST($14 AS BIGINT))
    AND fingerprint = $9 AND created_at = $10
    AND COALESCE(owner, '') = $11 AND (owner IS NULL OR lease_until = $12)`;

const withdraw =
  'DELETE FROM pasarela_idempotency_keys WHERE scope = $1 AND key = $2 AND owner = $3';

const dropAnswer = `
  DELETE FROM pasarela_idempotency_keys
  WHERE scope = $1 AND key = $2 AND ${answeredAt} = $3 AND answer IS NOT NULL`;

// A text that is made again is hashed again wherever statements are looked up.
const insertStatements = (dialect: Dialect) => {
  const known = new Map<string, string>();
  return (formerScopes: number, secrets: number): string => {
    const size = `${formerScopes} ${secrets}`;
    const statement = known.get(size) ?? insert(formerScopes, secrets, dialect);
    known.set(size, statement);
    return statement;
  };
};

/** Inserts a key; `false` when a key in one of its scopes is known. */
type InsertKey = (asked: KeyedRequest) => TE.TaskEither<StoreUnavailable, boolean>;

const insertBy =
  (change: Change, statementFor: ReturnType<typeof insertStatements>): InsertKey =>
  ({ scopes, key, fingerprints, firstSent, summary = null, owner, now, leaseUntil, ...asked }) => {
    const [{ value, secret }] = fingerprints;
    const { operation, derivedKey, settings } = firstSent;
    const [scope, ...formerScopes] = scopes;
    const compared =
      formerScopes.length === 0
        ? []
        : [
            ...formerScopes,
            ...fingerprints.map((one) => one.value),
            ...fingerprints.map((one) => one.secret),
          ];
    const inserting = change(statementFor(formerScopes.length, fingerprints.length), [
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
      summary,
      asked.firstSeen ?? now,
      ...compared,
    ]);
    return changesRows(inserting);
  };

const newKey = ({
  scopes,
  key,
  fingerprints,
  firstSent: { operation, derivedKey, settings },
  summary = null,
  owner,
  now,
  firstSeen = now,
  leaseUntil,
}: KeyedRequest) => ({
  scope: scopes[0],
  key,
  fingerprint: fingerprints[0].value,
  secret_id: fingerprints[0].secret,
  first_seen: firstSeen,
  now,
  owner,
  lease: leaseUntil - now,
  operation,
  derived_key: derivedKey,
  sent_settings: settings,
  summary,
  scopes,
  fingerprints: fingerprints.map(({ value }) => value),
  secrets: fingerprints.map(({ secret }) => secret),
});

/**
 * Inserts keys. On a server, those that come together share a statement: one round trip, and one process that has to be woken. In a
 * database with one writer, statements share their commits themselves.
 */
const insertKeys = ({ query, change, dialect, writersAtOnce, isRefusal }: Database): InsertKey => {
  if (writersAtOnce === 1) return insertBy(change, insertStatements(dialect));
  const sql = insertMany(dialect);
  return inGroups<KeyedRequest, boolean>({
    write: (requests) => {
      // The others with the same key find it then: a statement does not see the rows that it inserts.
      const firsts = new Map(requests.toReversed().map((asked) => [asked.key, asked]));
      return pipe(
        query(sql, [JSON.stringify([...firsts.values()].map(newKey))], 'insert keys'),
        TE.map((rows) => {
          const fresh = new Set(rows.map(({ key }) => firsts.get(String(key))));
          return (asked) => fresh.has(asked);
        }),
      );
    },
    isRefusal,
    groupsAtOnce: writersAtOnce,
    lengthOf: ({ key }) => key.length,
  });
};

/** Reads the keys of a request in its former scopes. Those that are asked for together share a statement, as claims do. */
const readFormerKeys = ({ query, dialect, writersAtOnce, isRefusal }: Database) => {
  const read =
    writersAtOnce === 1
      ? ({ scopes: [, ...former], key, now }: KeyedRequest) =>
          query(select(former.length, dialect), [key, ...former, now])
      : inGroups<KeyedRequest, ReadonlyArray<SqlRow>>({
          write: (requests) => {
            const asked = requests.map(({ scopes: [, ...former], key, now }, place) => ({
              place,
              asked_key: key,
              scopes: former,
              asked_at: now,
            }));
            return pipe(
              query(selectMany(dialect), [JSON.stringify(asked)], 'former keys'),
              TE.map(
                (rows) => (one) => rows.filter(({ place }) => requests[Number(place)] === one),
              ),
            );
          },
          isRefusal,
          groupsAtOnce: writersAtOnce,
          lengthOf: ({ key }) => key.length,
        });
  return flow(read, TE.flatMapEither(readClaimableKeys));
};

/** Claims a key. `decideClaim` decides from the stored keys. */
export const claimKey = (database: Database): IdempotencyStore['claim'] => {
  const { query, change, dialect } = database;
  const insertKey = insertKeys(database);
  const readFormer = readFormerKeys(database);

  const claim =
    (asked: KeyedRequest): TE.TaskEither<StoreUnavailable, IdempotencyClaim> =>
    async () => {
      const inserted = await insertKey(asked)();
      if (E.isLeft(inserted)) return inserted;
      return (inserted.right ? confirmClaim(asked) : claimKnownKey(asked))();
    };

  // PostgreSQL does not see rows that others insert at the same time. Within one scope the primary key decides; if two callers
  // use each other's former scope, the one that reads last withdraws.
  const confirmClaim = (asked: KeyedRequest): TE.TaskEither<StoreUnavailable, IdempotencyClaim> => {
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
          readFormer(asked),
          TE.flatMap((rows) =>
            decideClaim(
              rows.map((row) => storedKey(row, asked.now)),
              asked,
            )._tag === 'Insert'
              ? TE.right(claimed)
              : pipe(
                  query(withdraw, [scope, key, owner]),
                  TE.flatMap(() => claim(asked)),
                ),
          ),
        );
  };

  const claimKnownKey = (asked: KeyedRequest): TE.TaskEither<StoreUnavailable, IdempotencyClaim> =>
    pipe(
      query(select(asked.scopes.length, dialect), [asked.key, ...asked.scopes, asked.now]),
      TE.flatMapEither(readClaimableKeys),
      TE.flatMap((rows) =>
        applyDecision(
          asked,
          rows,
          decideClaim(
            rows.map((row) => storedKey(row, asked.now)),
            asked,
          ),
        ),
      ),
    );

  // If another caller has changed the key since it was read, the claim starts again.
  const applyDecision = (
    asked: KeyedRequest,
    rows: ReadonlyArray<ClaimableRow>,
    decision: ClaimDecision,
  ): TE.TaskEither<StoreUnavailable, IdempotencyClaim> => {
    switch (decision._tag) {
      case 'Insert':
        return claim(asked);
      case 'Drop':
        return pipe(
          query(dropAnswer, [decision.stored.scope, asked.key, decision.stored.answer?.at ?? null]),
          TE.flatMap(() => claim(asked)),
        );
      case 'Take': {
        const { stored, fingerprint, doubt, summary } = decision;
        const { scope, lease, firstSeen, lastSeen, firstSent } = stored;
        return pipe(
          change(take(dialect), [
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
            stored.answer?.at ?? null,
            summary,
          ]),
          TE.flatMap(
            (taken): TE.TaskEither<StoreUnavailable, IdempotencyClaim> =>
              taken > 0
                ? TE.right({ _tag: 'Claimed', scope, firstSent, doubt, mayHaveForgotten: false })
                : claim(asked),
          ),
        );
      }
      case 'Refuse':
        return TE.right(decision.claim);
    }
  };

  return claim;
};
