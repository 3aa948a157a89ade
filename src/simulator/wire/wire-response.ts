import * as E from 'fp-ts/lib/Either.js';
import type { HttpRequest, HttpResponse } from '../../adapters/inbound/http/core/message.js';
import type { ApiError } from '../engine/errors.js';
import type { EngineResponse } from '../engine/kernel/pipeline.js';
import type { JsonObject } from '../engine/objects/json.js';

const indentation = 2;

/** JSON in the processor's format. */
export const jsonText = (body: object): string => `${JSON.stringify(body, null, indentation)}\n`;

const jsonHeaders = { 'content-type': 'application/json', 'cache-control': 'no-cache, no-store' };

/** A response with JSON in the processor's format. */
export const wireJson = (
  status: number,
  body: HttpResponse['body'],
  headers: HttpResponse['headers'] = jsonHeaders,
): HttpResponse => ({ status, headers, body });

/** The page where the processor's dashboard would show a request. */
const logUrl = (request: string): string =>
  `https://dashboard.pasarela.invalid/test/workbench/logs?object=${request}`;

/** How the responses to a request are written. */
type Rendering = {
  /** The id under which the account's log has the request; `null` for a request that has no valid key or version. */
  readonly request: string | null;
  readonly headers?: HttpResponse['headers'];
  /** Converts a body to the API version of the request. */
  readonly shown?: (body: JsonObject) => JsonObject;
};

/** A response with an error in the processor's format. */
export const wireError = (
  { status, error }: ApiError,
  { request, headers = jsonHeaders, shown = (body) => body }: Rendering = { request: null },
): HttpResponse => {
  const inLog = request !== null && status !== 401 && status < 500;
  const logged = inLog ? { request_log_url: logUrl(request) } : {};
  const text = jsonText(shown({ error: { ...error, ...logged } }));
  return wireJson(
    status,
    text,
    status === 401 ? { ...headers, 'www-authenticate': 'Basic realm="Stripe"' } : headers,
  );
};

const cutBefore: HttpResponse = { status: 200, headers: {}, body: '', cut: 'before' };

/** The response of the engine, or the connection error of a planned failure. `write` makes the text of a body. */
export const wireResponse = (
  { answer, brokenOff, original }: EngineResponse<JsonObject>,
  { request, headers, shown }: Required<Rendering>,
  write: (body: JsonObject) => HttpResponse['body'],
): HttpResponse => {
  const render = (outcome: E.Either<ApiError, JsonObject>): HttpResponse =>
    E.isRight(outcome)
      ? wireJson(200, write(shown(outcome.right)), headers)
      : wireError(outcome.left, { request: original ?? request, headers, shown });
  if (E.isRight(answer)) return render(answer);
  if (answer.left._tag === 'Answered') return render(E.left(answer.left.error));
  return brokenOff === null ? cutBefore : { ...render(brokenOff), cut: 'inside' };
};

/** Waits before the response is sent, or until the caller disconnects. */
export const holdBack = (request: HttpRequest, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    request.onClose(() => {
      clearTimeout(timer);
      resolve();
    });
  });
