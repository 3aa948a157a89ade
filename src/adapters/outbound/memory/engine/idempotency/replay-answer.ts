import * as E from 'fp-ts/lib/Either.js';
import type { EngineRequest } from '../engine-request.js';
import type { Executed } from './executed.js';
import type { StoredAnswer } from './stored-answer.js';

const refused = (message: string): Executed<never> => ({
  answer: E.left({ status: 400, error: { type: 'idempotency_error', message } }),
  original: null,
  replayed: false,
});

const isAnswerOf = <A>(
  request: EngineRequest<A>,
  stored: StoredAnswer,
): stored is StoredAnswer<A> => stored.operation === request.name;

/** The answer that a key already has, or its refusal for another request. */
export const replayAnswer = <A>(
  request: EngineRequest<A>,
  stored: StoredAnswer,
  params: string,
): Executed<A> => {
  const advice = `Try using a key other than '${stored.key}' if you meant to execute a different request.`;
  const { path } = request;
  if (stored.path !== path || !isAnswerOf(request, stored)) {
    return refused(
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${stored.path}'). ${advice}`,
    );
  }
  return stored.params === params
    ? { answer: stored.answer, original: stored.request, replayed: true }
    : refused(
        `Keys for idempotent requests can only be used with the same parameters they were first used with. ${advice}`,
      );
};
