import * as E from 'fp-ts/lib/Either.js';
import type { ApiError } from '../errors/api-error.js';
import type { Operation } from '../operation.js';
import type { StoredAnswer } from './stored-answer.js';

const refused = (message: string): E.Either<ApiError, never> =>
  E.left({ status: 400, error: { type: 'idempotency_error', message } });

const isAnswerOf = <P, A>(
  operation: Operation<P, A>,
  stored: StoredAnswer,
): stored is StoredAnswer<A> => stored.operation === operation.name;

/** The answer that a key already has, or its refusal for another request. */
export const replayAnswer = <P, A>(
  operation: Operation<P, A>,
  stored: StoredAnswer,
  path: string,
  params: string,
): E.Either<ApiError, A> => {
  const advice = `Try using a key other than '${stored.key}' if you meant to execute a different request.`;
  if (stored.path !== path || !isAnswerOf(operation, stored)) {
    return refused(
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${stored.path}'). ${advice}`,
    );
  }
  return stored.params === params
    ? stored.answer
    : refused(
        `Keys for idempotent requests can only be used with the same parameters they were first used with. ${advice}`,
      );
};
