import * as E from 'fp-ts/lib/Either.js';
import type { PathParams } from './core/matcher.js';
import { declaresUtf8, mediaTypeOf } from './core/media-type.js';
import type { BodyProblem, HttpRequest } from './core/message.js';
import { readText, utf8Text } from './core/read-text.js';
import type { RequestError } from './http-error.js';

/** A body that was read as JSON. */
export type JsonBody = {
  /** `undefined` when there is no body. */
  readonly value: unknown;
  /** Absent when the application has parsed the body and kept no text. */
  readonly text?: string;
};

/** A request of a route. */
export type RouteRequest = Pick<HttpRequest, 'query' | 'headers'> &
  Partial<Pick<HttpRequest, 'remoteAddress'>> & {
    readonly params: PathParams;
    /** Begins the work of the request. `false`: it was given up, and nothing may be done for it any more. */
    begin(): boolean;
    /** The values of the header `Idempotency-Key`. */
    readonly keys?: ReadonlyArray<string>;
    readonly json: () => Promise<E.Either<RequestError, JsonBody>>;
    /** The body exactly as it was sent. */
    readonly raw: () => Promise<E.Either<RequestError, string | Uint8Array>>;
  };

const bodyError = (problem: BodyProblem, limit: string): RequestError => {
  switch (problem) {
    case 'too-large':
      return { _tag: 'BodyTooLarge', limit };
    case 'incomplete':
      return { _tag: 'BodyIncomplete' };
    case 'too-slow':
      return { _tag: 'BrokenRequest', status: 408 };
    case 'already-read':
      return { _tag: 'BodyAlreadyRead' };
    case 'unsupported-encoding':
      return { _tag: 'UnsupportedMediaType' };
    case 'malformed':
      return { _tag: 'InvalidJson' };
  }
};

const rawLimit = 1_000_000;

/** Reads the body exactly as it was sent, up to 1 MB, to verify its signature. */
const readRawBody = async (
  request: HttpRequest,
): Promise<E.Either<RequestError, string | Uint8Array>> => {
  const { parsedBody } = request;
  if (parsedBody !== undefined) {
    return parsedBody.raw === undefined
      ? E.left({ _tag: 'BodyAlreadyRead' })
      : E.right(parsedBody.raw);
  }
  const bytes = await request.readBody(rawLimit);
  return E.isRight(bytes) ? bytes : E.left(bodyError(bytes.left, '1 MB'));
};

const jsonLimit = 100 * 1024;

const isJson = (request: HttpRequest): boolean => {
  const type = mediaTypeOf(request);
  return (type === 'application/json' || type.endsWith('+json')) && declaresUtf8(request);
};

const invalidJson = E.left<RequestError>({ _tag: 'InvalidJson' });

const notJson = E.left<RequestError>({ _tag: 'UnsupportedMediaType' });

const perhapsPrototype = /__proto__|\\u/;

// Code that copies such a key would change the prototype of its copy.
const hasPrototypeKey = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Object.hasOwn(value, '__proto__') || Object.values(value).some(hasPrototypeKey));

const textOf = (body: string | Uint8Array): string =>
  typeof body === 'string' ? body : utf8Text(body);

const parseJson = (text: string): E.Either<RequestError, JsonBody> => {
  if (text === '') return E.right({ value: {}, text });
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return invalidJson;
    return perhapsPrototype.test(text) && hasPrototypeKey(value)
      ? invalidJson
      : E.right({ value, text });
  } catch {
    return invalidJson;
  }
};

/** Reads the body as JSON, up to 100 kB. A body that the application has parsed is used as it is. */
export const readJsonBody = async (
  request: HttpRequest,
): Promise<E.Either<RequestError, JsonBody>> => {
  const { parsedBody } = request;
  if (parsedBody !== undefined) {
    const { value, raw } = parsedBody;
    // A parser such as express.raw() leaves the bytes.
    if (value instanceof Uint8Array) return parseJson(utf8Text(value));
    if (raw === undefined) return E.right({ value });
    const text = textOf(raw);
    // Kept, but not parsed.
    if (value === undefined && text !== '') return isJson(request) ? parseJson(text) : notJson;
    return E.right({ value, text });
  }
  if (!request.hasBody) return E.right({ value: undefined });
  if (!isJson(request)) return notJson;
  const text = await readText(request, jsonLimit);
  return E.isRight(text) ? parseJson(text.right) : E.left(bodyError(text.left, '100 kB'));
};

class EndpointRequest implements RouteRequest {
  readonly params: PathParams;
  readonly #request: HttpRequest;
  #raw: Promise<E.Either<RequestError, string | Uint8Array>> | undefined;

  constructor(request: HttpRequest, params: PathParams) {
    this.#request = request;
    this.params = params;
  }

  begin(): boolean {
    return this.#request.begin();
  }

  // Parsed only if the route has parameters.
  get query(): HttpRequest['query'] {
    return this.#request.query;
  }

  get headers(): HttpRequest['headers'] {
    return this.#request.headers;
  }

  get remoteAddress(): string {
    return this.#request.remoteAddress;
  }

  // Node joins repeated headers: the joined key would be a new one, under which the payment is made again.
  get keys(): ReadonlyArray<string> {
    return this.#request.valuesOf('idempotency-key');
  }

  json(): Promise<E.Either<RequestError, JsonBody>> {
    return readJsonBody(this.#request);
  }

  raw(): Promise<E.Either<RequestError, string | Uint8Array>> {
    this.#raw ??= readRawBody(this.#request);
    return this.#raw;
  }
}

/** The request of a route, with the parameters of its path. */
export const routeRequest = (request: HttpRequest, params: PathParams): RouteRequest =>
  new EndpointRequest(request, params);
