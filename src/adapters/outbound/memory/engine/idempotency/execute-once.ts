import * as E from 'fp-ts/lib/Either.js';
import { stableJson } from '../../../../../domain/json.js';
import type { EngineClock } from '../engine-clock.js';
import type { EngineRequest, RequestOptions } from '../engine-request.js';
import { type ApiError, invalidRequest } from '../errors.js';
import { keyedHash } from '../keyed-hash.js';
import { deepFreeze } from '../objects/json.js';
import type { Answers } from './answers.js';
import type { Executed } from './executed.js';
import { isKept } from './is-kept.js';
import { replayAnswer } from './replay-answer.js';

const longestKey = 255;

/** What it takes to replay an answer. The seed is the key of the hashes. */
type Replays = {
  readonly answers: Answers;
  readonly clock: EngineClock;
  readonly seed: string;
};

const unkept = <A>(answer: Executed<A>['answer']): Executed<A> => ({
  answer,
  original: null,
  replayed: false,
});

/** Does the work of a request, or replays the answer stored under its idempotency key: then `work` is not called. */
export const executeOnce = <A>(
  { answers, clock, seed }: Replays,
  request: EngineRequest<A>,
  options: RequestOptions,
  work: (options: RequestOptions) => E.Either<ApiError, A>,
): Executed<A> => {
  const { idempotencyKey: key, requestId } = options;
  if (key === undefined || request.method !== 'POST') {
    const { idempotencyKey: _, ...unkeyed } = options;
    return unkept(work(unkeyed));
  }
  if (key.length > longestKey) {
    const message = `Idempotency-Key must be at most ${longestKey} characters long.`;
    return unkept(E.left(invalidRequest(message)));
  }
  const params = keyedHash(seed, stableJson(request.remembered));
  const created = clock.now();
  answers.expire(created);
  const stored = answers.get(key);
  if (stored !== undefined) return replayAnswer(request, stored, params);
  const answer = work(options);
  if (!isKept(answer)) return unkept(answer);
  clock.mark();
  const { name, path } = request;
  const original = requestId ?? null;
  answers.keep(
    deepFreeze({ key, operation: name, path, params, created, request: original, answer }),
  );
  return { answer, original, replayed: false };
};
