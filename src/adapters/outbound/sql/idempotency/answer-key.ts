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
import { returnsRows } from '../rows.js';

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
  WHERE scope = $1 AND key = $2 AND owner = $3 RETURNING key`;

const answerMany = `
  UPDATE pasarela_idempotency_keys AS stored SET owner = NULL, answer = given.answer, secret_id = given.secret_id,
    fingerprint = given.fingerprint, answered_at = given.answered_at, refused = given.refused,
    summary = ${summaryUnless('given.refused')}
  FROM json_to_recordset($1) AS given (
    place INTEGER, scope TEXT, key TEXT, owner TEXT, answer TEXT, secret_id TEXT, fingerprint TEXT, answered_at BIGINT,
    refused INTEGER
  )
  WHERE stored.scope = given.scope AND stored.key = given.key AND stored.owner = given.owner RETURNING given.place`;

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
  writersAtOnce,
  isRefusal,
}: Database): IdempotencyStore['answer'] => {
  if (writersAtOnce === 1) {
    return ({ scope, key, owner }, answer) => {
      const { secret, value } = answer.fingerprint;
      const values = [scope, key, owner, answer.text, secret, value, ...keeping(answer)];
      return () => queryWithoutSync(answerOne, values, 'answer key')().then(returnsRows);
    };
  }
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
  return (id, answer) => answerInGroup({ id, answer });
};
