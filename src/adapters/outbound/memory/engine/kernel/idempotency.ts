import * as E from 'fp-ts/lib/Either.js';
import { stableJson } from '../../../../../domain/json.js';
import { type ApiError, invalidRequest } from '../errors.js';
import { deepFreeze } from '../objects/json.js';
import type { EngineClock } from './clock.js';
import { keyedHash } from './keyed-hash.js';
import type { EngineRequest, RequestOptions } from './operation.js';

/** The first answer to an idempotency key. */
export type StoredAnswer<A = unknown> = {
  readonly operation: string;
  readonly key: string;
  readonly path: string;
  /** A keyed hash of the parameters. */
  readonly params: string;
  readonly created: number;
  /** `req_...`, of a request that came with an id. */
  readonly request: string | null;
  readonly answer: E.Either<ApiError, A>;
};

const lifetime = 24 * 60 * 60;

/** The first answers to idempotency keys, for a day. */
export type StoredAnswers = {
  /** Drops what is too old; costs only what it drops. `now`: Unix seconds. */
  readonly expire: (now: number) => void;
  readonly get: (key: string) => StoredAnswer | undefined;
  readonly keep: (answer: StoredAnswer) => void;
  readonly dump: () => ReadonlyArray<StoredAnswer>;
};

/** Answers, none or those of a dump. */
export const createStoredAnswers = (dump: ReadonlyArray<StoredAnswer> = []): StoredAnswers => {
  // In the order in which they came, and the clock never goes back: the first are the oldest.
  const answers = new Map(dump.map((answer) => [answer.key, answer]));
  return {
    expire: (now) => {
      for (const answer of answers.values()) {
        if (answer.created + lifetime > now) break;
        answers.delete(answer.key);
      }
    },
    get: (key) => answers.get(key),
    keep: (answer) => {
      answers.set(answer.key, answer);
    },
    dump: () => [...answers.values()],
  };
};

/** What a request came to. */
export type Executed<A> = {
  readonly answer: E.Either<ApiError, A>;
  /** Kept for an idempotency key: the id of the request that was answered first, this one or another. */
  readonly original: string | null;
  /** Whether this is the first answer again. */
  readonly replayed: boolean;
};

const unexecuted = new Set(['email_invalid', 'amount_too_small', 'amount_too_large']);

/** Whether a key keeps this answer: not a refusal of the parameters, nor of the caller, nor of the rate. */
const isKept = (answer: E.Either<ApiError, unknown>): boolean => {
  if (E.isRight(answer)) return true;
  const { status, error } = answer.left;
  if (status === 401 || status === 429) return false;
  const { code = '' } = error;
  return !(code.startsWith('parameter_') || unexecuted.has(code));
};

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
const replayAnswer = <A>(
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

const longestKey = 255;

/** What it takes to replay an answer. The seed is the key of the hashes. */
type Replays = {
  readonly answers: StoredAnswers;
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
