import { type FailureFacts, PasarelaError } from './pasarela-error.js';
import {
  type AnswerAdvice,
  type FetchAnswer,
  readAnswer,
  type TryFailure,
  textOf,
  withoutQuery,
} from './read-answer.js';

/** The part of `fetch` that the client uses. */
export type Fetch = (
  url: string,
  init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body?: string;
    readonly redirect: 'manual';
    readonly signal: AbortSignal;
  },
) => Promise<FetchAnswer>;

/** The settings of one call. */
export type ClientRequest = {
  readonly method: string;
  readonly url: string;
  readonly body?: string | undefined;
  /** The key of a request that changes something. */
  readonly idempotencyKey?: string | undefined;
  /** Nobody else has used the key before. */
  readonly isNewKey: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly onAdvice?: ((advice: AnswerAdvice) => void) | undefined;
};

/** The dependencies of sending. */
export type Sending = {
  readonly fetch: Fetch;
  readonly apiKey?: string | undefined;
  readonly newId: () => string;
  /** Between 0 and 1. */
  readonly random: () => number;
  /** Resolves after a time, or as soon as the signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
};

/** Resolves after a time, or as soon as the signal aborts. */
export const sleepUnlessAborted: Sending['sleep'] = (ms, signal) =>
  new Promise((resolve) => {
    const wake = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    signal?.addEventListener('abort', wake);
    if (signal?.aborted === true) wake();
  });

// In milliseconds. A service that asks for more time is not asked again by the same call.
const pauses = { first: 250, longest: 4000, longestAsked: 10_000 } as const;

// Errors of Node before a connection is made; under Bun, `code` is `ConnectionRefused`.
const unsent = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
];

const codesIn = (error: unknown): ReadonlyArray<unknown> =>
  error instanceof Error ? [Reflect.get(error, 'code'), ...codesIn(error.cause)] : [];

const noAnswer: Pick<TryFailure, 'settled' | 'outcome' | 'repeatable'> = {
  settled: false,
  outcome: 'unknown',
  repeatable: true,
};

const aborted = (signal: AbortSignal): TryFailure => ({
  ...noAnswer,
  message: 'the call was aborted',
  code: 'aborted',
  repeatable: false,
  cause: signal.reason,
});

const connectionFailure = (cause: unknown, request: ClientRequest): TryFailure => {
  const url = withoutQuery(request.url);
  const isUnsent = codesIn(cause).some((code) => typeof code === 'string' && unsent.includes(code));
  return {
    ...noAnswer,
    message: isUnsent ? `no connection to ${url}` : `the connection to ${url} broke`,
    code: 'connection_failed',
    outcome: isUnsent ? 'not_done' : 'unknown',
    cause,
  };
};

/** Sends a request once. */
const attempt = async (
  request: ClientRequest,
  headers: Record<string, string>,
  { fetch }: Sending,
): Promise<ReturnType<typeof readAnswer> & { readonly requestId?: string | null }> => {
  const { method, url, body, signal, timeoutMs } = request;
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  signal?.addEventListener('abort', abort);
  try {
    // Followed, a redirect turns a POST into a GET, or sends the payment to another host.
    const answer = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: controller.signal,
    });
    const text = await textOf(answer);
    return {
      ...readAnswer(answer, text, withoutQuery(url)),
      requestId: answer.headers.get('x-request-id'),
    };
  } catch (cause) {
    if (signal?.aborted === true) return { failure: aborted(signal) };
    if (!controller.signal.aborted) return { failure: connectionFailure(cause, request) };
    return {
      failure: { ...noAnswer, message: `no answer within ${timeoutMs} ms`, code: 'timeout' },
    };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
};

/** How long to wait before the next try; `undefined`: there is none. */
const pauseAfter = (
  { retry_after, repeatable }: TryFailure,
  retries: number,
  { maxRetries }: ClientRequest,
  { random }: Sending,
): number | undefined => {
  if (!repeatable || retries >= maxRetries) return undefined;
  if (retry_after === undefined) {
    return Math.min(pauses.first * 2 ** retries, pauses.longest) * (0.5 + random() / 2);
  }
  const asked = retry_after * 1000;
  return asked > pauses.longestAsked ? undefined : asked * (1 + random() / 10);
};

// The service refuses these before it looks at the key, and cannot know what an earlier request with it did. Here there was none.
const isRefusedAtTheDoor = ({ status, code }: TryFailure): boolean =>
  status === 429 || code === 'overloaded';

/** Whether the work may have been done by this try or an earlier one. */
const outcomeAfter = (
  failure: TryFailure,
  request: ClientRequest,
  inDoubt: boolean,
): FailureFacts['outcome'] => {
  if (request.idempotencyKey === undefined) return 'not_done';
  if (inDoubt) return failure.settled ? failure.outcome : 'unknown';
  return isRefusedAtTheDoor(failure) ? 'not_done' : failure.outcome;
};

const adviceOn = (outcome: FailureFacts['outcome'], key: string | undefined): string =>
  outcome === 'unknown'
    ? `. It may have been done: repeat it with the idempotencyKey ${key}, or look it up`
    : '';

const headersOf = (
  { body, idempotencyKey }: ClientRequest,
  requestId: string,
  apiKey: string | undefined,
): Record<string, string> => ({
  accept: 'application/json',
  'x-request-id': requestId,
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
});

/**
 * Sends a request until there is an answer: again after a lost answer or where the service asks for it, each time with the same
 * idempotency key. Returns the `data` of the answer. Rejects with a `PasarelaError`.
 */
export const send = async (request: ClientRequest, sending: Sending): Promise<unknown> => {
  const { idempotencyKey, signal } = request;
  const sentId = sending.newId();
  const headers = headersOf(request, sentId, sending.apiKey);
  // An earlier call may have paid with a key of the caller, and ended without an answer.
  let inDoubt = idempotencyKey !== undefined && !request.isNewKey;
  for (let retries = 0; ; retries += 1) {
    if (signal?.aborted === true) {
      const outcome = inDoubt ? 'unknown' : 'not_done';
      throw failed({ ...aborted(signal), outcome }, sentId);
    }
    const result = await attempt(request, headers, sending);
    if ('data' in result) {
      if (result.advice !== undefined) request.onAdvice?.(result.advice);
      return result.data;
    }
    const outcome = outcomeAfter(result.failure, request, inDoubt);
    inDoubt = outcome === 'unknown';
    const pause = pauseAfter(result.failure, retries, request, sending);
    if (pause === undefined) {
      throw failed({ ...result.failure, outcome }, result.requestId ?? sentId);
    }
    await sending.sleep(pause, signal);
  }

  function failed(failure: TryFailure, requestId: string): PasarelaError {
    const { settled: _settled, repeatable: _repeatable, ...facts } = failure;
    const advice = adviceOn(failure.outcome, idempotencyKey);
    const message = `${failure.message}${advice}`;
    return new PasarelaError({
      ...facts,
      message,
      request_id: requestId,
      idempotency_key: idempotencyKey,
    });
  }
};
