import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
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
import type { Database, Dialect, Query } from '../database.js';
import { inGroups } from '../group-commit.js';
import { returnsRows } from '../rows.js';
import {
  answeredAt,
  type ClaimableRow,
  keyColumns,
  placeholders,
  readClaimableKeys,
  storedKey,
} from './key-rows.js';

// Instances of an earlier version recognize a key in doubt only by `in_doubt`. Under a former scope, a key that certainly
// belongs to another request does not count.
const insert = (scopes: number, secrets: number, { now }: Dialect): string => `
  INSERT INTO pasarela_idempotency_keys (
    scope, key, fingerprint, secret_id, created_at, seen_at, in_doubt, owner, lease_until,
    operation, derived_key, sent_settings, summary
  )
  SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($12 AS BIGINT),
    CAST($5 AS BIGINT), 0, CAST($6 AS TEXT), ${now('$5')} + CAST($7 AS BIGINT),
    CAST($8 AS TEXT), CAST($9 AS TEXT), CAST($10 AS TEXT), CAST($11 AS TEXT)
  WHERE NOT EXISTS (
    SELECT 1 FROM pasarela_idempotency_keys
    WHERE key = $2 AND scope IN (${placeholders(scopes, 13)}) AND (
      scope = $1 OR fingerprint IN (${placeholders(secrets, 13 + scopes)})
      OR secret_id IS NULL OR secret_id NOT IN (${placeholders(secrets, 13 + scopes + secrets)})
    )
  )
  ON CONFLICT (scope, key) DO NOTHING RETURNING key`;

const select = (scopes: number, { now }: Dialect): string => `
  SELECT ${keyColumns}, lease_until - ${now(`$${scopes + 2}`)} AS lease_left FROM pasarela_idempotency_keys
  WHERE key = $1 AND scope IN (${placeholders(scopes, 2)})`;

const take = ({ now }: Dialect): string => `
  UPDATE pasarela_idempotency_keys SET
    fingerprint = $3, secret_id = $4, created_at = $5, seen_at = $6, in_doubt = 1, owner = $7,
    lease_until = ${now('$13')} + $8, answer = NULL, summary = COALESCE(summary, CAST($15 AS TEXT))
  WHERE scope = $1 AND key = $2 AND (answer IS NULL OR ${answeredAt} = CAST($14 AS BIGINT))
    AND fingerprint = $9 AND created_at = $10
    AND COALESCE(owner, '') = $11 AND (owner IS NULL OR lease_until = $12)
  RETURNING key`;

const withdraw =
  'DELETE FROM pasarela_idempotency_keys WHERE scope = $1 AND key = $2 AND owner = $3';

const dropAnswer = `
  DELETE FROM pasarela_idempotency_keys
  WHERE scope = $1 AND key = $2 AND ${answeredAt} = $3 AND answer IS NOT NULL`;

type InsertStatement = { readonly sql: string; readonly name: string };

// A text that is made again is hashed again wherever statements are looked up.
const insertStatements = (dialect: Dialect) => {
  const known = new Map<string, InsertStatement>();
  return (scopes: number, secrets: number): InsertStatement => {
    const name = `insert key ${scopes} ${secrets}`;
    const statement = known.get(name) ?? { sql: insert(scopes, secrets, dialect), name };
    known.set(name, statement);
    return statement;
  };
};

/** Inserts a key; `false` when a key in one of its scopes is known. */
type InsertKey = (asked: KeyedRequest) => TE.TaskEither<StoreUnavailable, boolean>;

const insertBy =
  (query: Query, statementFor: ReturnType<typeof insertStatements>): InsertKey =>
  ({ scopes, key, fingerprints, firstSent, summary = null, owner, now, leaseUntil, ...asked }) => {
    const [{ value, secret }] = fingerprints;
    const { operation, derivedKey, settings } = firstSent;
    const { sql, name } = statementFor(scopes.length, fingerprints.length);
    const inserting = query(
      sql,
      [
        scopes[0],
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
        ...scopes,
        ...fingerprints.map((one) => one.value),
        ...fingerprints.map((one) => one.secret),
      ],
      name,
    );
    return () => inserting().then(returnsRows);
  };

const compare = (one: string, other: string): number => Number(one > other) - Number(one < other);

// Two transactions that insert the same keys wait for each other, so they insert them in the same order.
const inOrderOfKeys = (one: KeyedRequest, other: KeyedRequest): number =>
  compare(one.key, other.key) || compare(one.scopes[0], other.scopes[0]);

/**
 * Inserts keys. On a server, those that come together share a transaction: each connection is a process that has to be woken. In a
 * database with one writer, transactions share their commits themselves.
 */
const insertKeys = (database: Database): InsertKey => {
  const { query, transaction, dialect, writersAtOnce, isRefusal } = database;
  const statementFor = insertStatements(dialect);
  if (writersAtOnce === 1) return insertBy(query, statementFor);
  return inGroups<KeyedRequest, boolean>({
    write: (requests) =>
      transaction((inside, last) => {
        const ordered = requests.toSorted(inOrderOfKeys);
        return pipe(
          ordered.map((asked, at) =>
            insertBy(at + 1 < ordered.length ? inside : last, statementFor)(asked),
          ),
          TE.sequenceArray,
          TE.map((inserted) => {
            const fresh = new Set(ordered.filter((_, index) => inserted[index]));
            return (asked) => fresh.has(asked);
          }),
        );
      }),
    isRefusal,
    groupsAtOnce: writersAtOnce,
    lengthOf: ({ key }) => key.length,
  });
};

/** Claims a key. `decideClaim` decides from the stored keys. */
export const claimKey = (database: Database): IdempotencyStore['claim'] => {
  const { query, dialect } = database;
  const insertKey = insertKeys(database);

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
          query(select(formerScopes.length, dialect), [key, ...formerScopes, asked.now]),
          TE.flatMapEither(readClaimableKeys),
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
          query(take(dialect), [
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
            ([taken]): TE.TaskEither<StoreUnavailable, IdempotencyClaim> =>
              taken !== undefined
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
