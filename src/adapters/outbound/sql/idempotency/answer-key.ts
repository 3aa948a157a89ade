import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { lastDayOf } from '../../../../application/idempotency/key-row.js';
import type {
  IdempotencyLease,
  IdempotencyStore,
  KeptAnswer,
} from '../../../../application/ports/idempotency-store.js';
import type { Database, SqlValue } from '../database.js';
import { inGroups } from '../group-commit.js';
import { changesRows } from '../rows.js';

/** How an answer is kept. Programs of earlier versions, and the index, need no more than this moment. */
export const keeping = ({
  refused,
  ...kept
}: Pick<KeptAnswer, 'at' | 'keptFor' | 'refused'>): readonly [SqlValue, SqlValue] => [
  lastDayOf(kept),
  refused === undefined ? null : Number(refused),
];

// If the refusal of a key that was in doubt is forgotten, its outcome has to be looked up again.
const summaryUnless = (refused: string): string =>
  `CASE WHEN in_doubt = 1 AND COALESCE(CAST(${refused} AS INTEGER), 1) = 1 THEN summary END`;

const answerOne = `
  UPDATE pasarela_idempotency_keys SET owner = NULL, answer = $4, secret_id = $5, fingerprint = $6, answered_at = $7,
    refused = $8, summary = ${summaryUnless('$8')}
  WHERE scope = $1 AND key = $2 AND owner = $3`;

// Of a key that another transaction has locked, only the answer itself waits.
const answerMany = `
  UPDATE pasarela_idempotency_keys AS stored SET owner = NULL, answer = free.answer, secret_id = free.secret_id,
    fingerprint = free.fingerprint, answered_at = free.answered_at, refused = free.refused,
    summary = ${summaryUnless('free.refused')}
  FROM (
    SELECT given.* FROM json_to_recordset($1) AS given (
      place INTEGER, scope TEXT, key TEXT, owner TEXT, answer TEXT, secret_id TEXT, fingerprint TEXT, answered_at BIGINT,
      refused INTEGER
    )
    JOIN pasarela_idempotency_keys AS known
      ON known.scope = given.scope AND known.key = given.key AND known.owner = given.owner
    FOR UPDATE OF known SKIP LOCKED
  ) AS free
  WHERE stored.scope = free.scope AND stored.key = free.key AND stored.owner = free.owner RETURNING free.place`;

type Answered = { readonly id: IdempotencyLease; readonly answer: KeptAnswer };

const givenAnswer = (
  { id: { scope, key, owner }, answer }: Answered,
  place: number,
): Readonly<Record<string, SqlValue>> => {
  const [answered_at, refused] = keeping(answer);
  const { secret, value } = answer.fingerprint;
  return {
    place,
    scope,
    key,
    owner,
    answer: answer.text,
    secret_id: secret,
    fingerprint: value,
    answered_at,
    refused,
  };
};

/**
 * Stores the answer of a key, without waiting for the disk: the claim is there. A crash that undoes the end of a lease leaves the key in
 * doubt, and the next request with it gets the answer from the processor, by the derived key (ADR 21). On a server, answers that come
 * together share a statement, as claims do.
 */
export const answerKey = ({
  queryWithoutSync,
  changeWithoutSync,
  writersAtOnce,
  isRefusal,
}: Database): IdempotencyStore['answer'] => {
  const answerAlone: IdempotencyStore['answer'] = ({ scope, key, owner }, answer) => {
    const { secret, value } = answer.fingerprint;
    const values = [scope, key, owner, answer.text, secret, value, ...keeping(answer)];
    return changesRows(changeWithoutSync(answerOne, values, 'answer key'));
  };
  if (writersAtOnce === 1) return answerAlone;
  const answerInGroup = inGroups<Answered, boolean>({
    write: (answers) =>
      pipe(
        queryWithoutSync(answerMany, [JSON.stringify(answers.map(givenAnswer))], 'answer keys'),
        TE.map((rows) => {
          const stored = new Set(rows.map(({ place }) => answers[Number(place)]));
          return (one) => stored.has(one);
        }),
      ),
    isRefusal,
    groupsAtOnce: writersAtOnce,
    lengthOf: ({ answer }) => answer.text.length,
  });
  return (id, answer) =>
    pipe(
      answerInGroup({ id, answer }),
      // The key is locked, or the lease has ended.
      TE.flatMap((stored) => (stored ? TE.right(true) : answerAlone(id, answer))),
    );
};
