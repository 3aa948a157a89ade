import { isObject } from '../../../../domain/input/json.js';
import type { FailureFacts } from './pasarela-error.js';

/** The part of a `Response` that the client reads. */
export type FetchAnswer = {
  readonly status: number;
  readonly headers: { readonly get: (name: string) => string | null };
  readonly text: () => Promise<string>;
  readonly body?: unknown;
};

type Reader = {
  readonly read: () => Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  readonly cancel: () => Promise<void>;
};

// Of other implementations of `fetch`, bodies are other streams.
const isWebStream = (body: unknown): body is { readonly getReader: () => Reader } =>
  isObject(body) && 'getReader' in body;

// In bytes: many times what a page of a hundred objects has. An answer without an end would fill the memory of the program.
const longestAnswer = 32 * 1024 * 1024;

/** A URL for a message. A query may name a customer, or hold what another service sends to itself in a redirect. */
export const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, '');

/** The text of an answer; `undefined`: it is longer than any of Pasarela. */
export const textOf = async (answer: FetchAnswer): Promise<string | undefined> => {
  if (!isWebStream(answer.body)) return answer.text();
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done || value === undefined) return text + decoder.decode();
    size += value.length;
    if (size > longestAnswer) {
      void reader.cancel().catch(() => undefined);
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
};

/** The end of one try. */
export type TryFailure = Omit<FailureFacts, 'outcome' | 'request_id' | 'idempotency_key'> & {
  /** Whether this try may have done the work. */
  readonly outcome: FailureFacts['outcome'];
  /** Whether the answer also settles what earlier tries with the same key did. */
  readonly settled: boolean;
  /** Whether the same request may be sent again. */
  readonly repeatable: boolean;
};

/** The advice of the service with an answer. */
export type AnswerAdvice = { readonly code: string; readonly message: string };

type Answer =
  | { readonly data: unknown; readonly advice?: AnswerAdvice }
  | { readonly failure: TryFailure };

type Fields = { readonly [name: string]: unknown };

const isFields = (value: unknown): value is Fields => isObject(value);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

const namesIn = (value: unknown): ReadonlyArray<string> | undefined =>
  Array.isArray(value) && value.every((name) => typeof name === 'string') ? value : undefined;

/** The seconds of `Retry-After`. As a date it comes from something in front of the service, and is not read. */
const retryAfterOf = ({ headers }: FetchAnswer): number | undefined => {
  const value = headers.get('retry-after');
  return value !== null && /^[0-9]{1,9}$/.test(value) ? Number(value) : undefined;
};

// A service whose key was refused, or whose path was not found, did not look the idempotency key up.
const knowsTheKey = (status: number, code: string | null): boolean =>
  status === 400 || status === 402 || status === 422 || (status === 404 && code !== null);

/** A failure in the envelope. The service says where a repetition is right: it sends `Retry-After`. */
const failureOfService = (answer: FetchAnswer, body: Fields, url: string): TryFailure => {
  const { status } = answer;
  const code = textIn(body['code']) ?? null;
  const retry_after = retryAfterOf(answer);
  const isUnknownPath = status === 404 && code === null;
  const message = textIn(body['message']) ?? `the service answered ${status}`;
  return {
    message: isUnknownPath
      ? `${message}: ${url} is not a path of Pasarela, check baseUrl`
      : message,
    code,
    status,
    retry_after,
    fields: namesIn(body['fields']),
    field: textIn(body['field']),
    hint: textIn(body['hint']),
    decline_code: textIn(body['decline_code']),
    payment_intent: textIn(body['payment_intent']),
    setup_intent: textIn(body['setup_intent']),
    charge: textIn(body['charge']),
    outcome:
      body['outcome'] === 'unknown' || (status >= 500 && body['outcome'] !== 'not_done')
        ? 'unknown'
        : 'not_done',
    settled: body['outcome'] === 'not_done' || knowsTheKey(status, code),
    repeatable: retry_after !== undefined,
  };
};

const redirects = [301, 302, 307, 308];

// Statuses with which a gateway says that it could not tell, or that the request may come again.
const gatewayFailures = [408, 425, 429, 500, 502, 503, 504];

/** An answer that is not Pasarela's: of a proxy, or of another service. */
const foreignAnswer = (answer: FetchAnswer, text: string, url: string): TryFailure => {
  const { status } = answer;
  const type = answer.headers.get('content-type') ?? 'no content type';
  // A browser does not show the status of a redirect.
  if (status === 0 || (status >= 300 && status < 400)) {
    const target = answer.headers.get('location');
    return {
      message: `${url} redirects${target === null ? '' : ` to ${withoutQuery(target)}`}: set baseUrl to the address of the service itself`,
      code: 'redirected',
      status,
      outcome: redirects.includes(status) ? 'not_done' : 'unknown',
      settled: false,
      repeatable: false,
    };
  }
  const isCutOff = status < 300 && type.includes('json') && parsed(text) === undefined;
  return {
    message: isCutOff
      ? `the answer of ${url} was cut off`
      : `${url} answered ${status} with ${type}, which is not an answer of Pasarela: check baseUrl, and what stands in front of the service`,
    code: isCutOff ? 'connection_failed' : 'unexpected_answer',
    status,
    retry_after: retryAfterOf(answer),
    outcome: status >= 400 && status < 500 && status !== 408 ? 'not_done' : 'unknown',
    settled: false,
    repeatable: isCutOff || gatewayFailures.includes(status),
  };
};

const tooLong = ({ status }: FetchAnswer, url: string): TryFailure => ({
  message: `${url} answered ${status} with more than ${longestAnswer} bytes, which is not an answer of Pasarela: check baseUrl, and what stands in front of the service`,
  code: 'unexpected_answer',
  status,
  outcome: 'unknown',
  settled: false,
  repeatable: false,
});

const adviceIn = (body: Fields): { readonly advice?: AnswerAdvice } => {
  const [message, code] = [textIn(body['advice']), textIn(body['advice_code'])];
  return message === undefined || code === undefined ? {} : { advice: { code, message } };
};

/** Reads an answer: the `data` of its envelope, or why there is none. */
export const readAnswer = (answer: FetchAnswer, text: string | undefined, url: string): Answer => {
  if (text === undefined) return { failure: tooLong(answer, url) };
  const body = parsed(text);
  if (isFields(body)) {
    if (body['status'] === true && 'data' in body && answer.status < 300) {
      return { data: body['data'], ...adviceIn(body) };
    }
    if (body['status'] === false && answer.status >= 400) {
      return { failure: failureOfService(answer, body, url) };
    }
  }
  return { failure: foreignAnswer(answer, text, url) };
};
