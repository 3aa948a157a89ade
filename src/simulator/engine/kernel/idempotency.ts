import * as E from 'fp-ts/lib/Either.js';
import { stableJson } from '../../../domain/input/json.js';
import { type ApiError, invalidRequest } from '../errors.js';
import { deepFreeze } from '../objects/json.js';
import type { EngineClock } from './clock.js';
import { keyedHash } from './ids.js';
import type { EngineRequest, RequestOptions } from './operation.js';

/** The first answer under an idempotency key. */
export type StoredAnswer<A = unknown> = {
  readonly operation: string;
  readonly key: string;
  readonly path: string;
  /** A keyed hash of the parameters. */
  readonly params: string;
  readonly created: number;
  /** `req_...`, if the request came with an id. */
  readonly request: string | null;
  readonly answer: E.Either<ApiError, A>;
};

const lifetime = 24 * 60 * 60;

/** How many answers are kept; the oldest go first. */
const mostAnswers = 100_000;

/** The first answers under idempotency keys, kept for a day. */
export type StoredAnswers = {
  /** Drops expired answers; costs only what it drops. `now`: Unix seconds. */
  readonly expire: (now: number) => void;
  readonly get: (key: string) => StoredAnswer | undefined;
  readonly keep: (answer: StoredAnswer) => void;
  readonly dump: () => ReadonlyArray<StoredAnswer>;
};

/** Stored answers, empty or restored from a dump. */
export const createStoredAnswers = (dump: ReadonlyArray<StoredAnswer> = []): StoredAnswers => {
  // Oldest first: answers are added in order, and the clock never goes back.
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
      const [oldest] = answers.size > mostAnswers ? answers.keys() : [];
      if (oldest !== undefined) answers.delete(oldest);
    },
    dump: () => [...answers.values()],
  };
};

/** The outcome of a request. */
export type Executed<A> = {
  readonly answer: E.Either<ApiError, A>;
  /** The id of the request that was first answered under the idempotency key; `null` if the answer was not stored. */
  readonly original: string | null;
  /** Whether a stored answer is repeated. */
  readonly replayed: boolean;
};

const notExecuted = new Set(['email_invalid', 'amount_too_small', 'amount_too_large']);

/** Whether the answer is stored: refusals of parameters, of the caller (401) and of the rate (429) are not. */
const isStored = (answer: E.Either<ApiError, unknown>): boolean => {
  if (E.isRight(answer)) return true;
  const { status, error } = answer.left;
  if (status === 401 || status === 429) return false;
  const { code = '' } = error;
  return !(code.startsWith('parameter_') || notExecuted.has(code));
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

/** The stored answer, or a refusal if the key was used for another request. */
const replayAnswer = <A>(
  request: EngineRequest<A>,
  stored: StoredAnswer,
  params: string,
): Executed<A> => {
  const advice = `Try using a key other than '${stored.key}' if you meant to execute a different request.`;
  const path = request.path();
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

const notStored = <A>(answer: Executed<A>['answer']): Executed<A> => ({
  answer,
  original: null,
  replayed: false,
});

/** Runs a request, or repeats the answer stored under its idempotency key without calling `work`. */
export const executeOnce = <A>(
  {
    answers,
    clock,
    seed,
  }: { readonly answers: StoredAnswers; readonly clock: EngineClock; readonly seed: string },
  request: EngineRequest<A>,
  options: RequestOptions,
  work: (options: RequestOptions) => E.Either<ApiError, A>,
): Executed<A> => {
  const { idempotencyKey: key, requestId } = options;
  if (key === undefined) return notStored(work(options));
  if (request.method !== 'POST') {
    const { idempotencyKey: _, ...unkeyed } = options;
    return notStored(work(unkeyed));
  }
  if (key.length > longestKey) {
    const message = `Idempotency-Key must be at most ${longestKey} characters long.`;
    return notStored(E.left(invalidRequest(message)));
  }
  const params = keyedHash(seed, stableJson(request.remembered()));
  const created = clock.now();
  answers.expire(created);
  const stored = answers.get(key);
  if (stored !== undefined) return replayAnswer(request, stored, params);
  const answer = work(options);
  if (!isStored(answer)) return notStored(answer);
  clock.mark();
  const { name } = request;
  const path = request.path();
  const original = requestId ?? null;
  answers.keep(
    deepFreeze({ key, operation: name, path, params, created, request: original, answer }),
  );
  return { answer, original, replayed: false };
};
