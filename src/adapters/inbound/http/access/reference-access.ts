import * as E from 'fp-ts/lib/Either.js';
import { type HttpRequest, type HttpResponse, headerOf } from '../core/message.js';
import { type ErrorAnswers, failureResponse } from '../failure-response.js';
import type { HttpError } from '../http-error.js';
import { type ApiCaller, type Authorize, openCaller } from './clients.js';
import {
  admission,
  countFailedAuthentications,
  createRoom,
  overloaded,
  type RequestLimits,
} from './request-limits.js';

// A browser asks for a user and a password. The user may be anything.
const passwordIn = (authorization: string): string | undefined => {
  const [, credentials] = /^Basic +(\S+) *$/i.exec(authorization) ?? [];
  if (credentials === undefined) return undefined;
  const text = Buffer.from(credentials, 'base64').toString('utf8');
  return text.slice(text.indexOf(':') + 1);
};

/** Finds the caller of a request for a page. Left: why it may not read it. */
export type CallerOfPage = (request: HttpRequest) => Promise<E.Either<HttpError, ApiCaller>>;

/** The `Authorization` with which the interface takes the key that a browser sends as password. */
export const asBearer = (authorization: string): string => {
  const password = passwordIn(authorization);
  return password === undefined ? authorization : `Bearer ${password}`;
};

/**
 * Finds the caller of a page for people by an API key, as bearer or as the password that a browser asks for. The interface itself
 * takes no password: browsers would add it to requests of other sites.
 */
export const keyOrPassword =
  (authorize: Authorize, limits: RequestLimits | undefined): CallerOfPage =>
  async (request) => {
    const caller = authorize(asBearer(headerOf(request, 'authorization')));
    return E.isRight(caller)
      ? caller
      : E.left(await countFailedAuthentications(limits)(caller.left, request));
  };

/** The response to a request that may not read a page. Without a key the browser asks for one. */
export const pageFailure = (
  error: HttpError,
  request: HttpRequest,
  errors: ErrorAnswers,
): HttpResponse => {
  const response = failureResponse(error, request, errors);
  if (error._tag !== 'Unauthorized') return response;
  const challenge = 'Basic realm="Pasarela: API key as password", charset="UTF-8"';
  return { ...response, headers: { ...response.headers, 'www-authenticate': challenge } };
};

/** Finds the caller of a page that everybody may read. */
export const anybodyReads: CallerOfPage = async () => E.right(openCaller);

/**
 * Refuses requests for the reference that may not read it, or for which there is no room now. Each keeps its place until its
 * response was taken, and takes none from payments.
 */
export const referenceAccess = (
  callerOf: CallerOfPage,
  limits: RequestLimits | undefined,
  errors: ErrorAnswers,
): ((request: HttpRequest) => Promise<HttpResponse | undefined>) => {
  const room = createRoom(limits?.inProgress);
  const admit = limits === undefined ? undefined : admission(limits);
  return async (request) => {
    const caller = await callerOf(request);
    if (E.isLeft(caller)) return pageFailure(caller.left, request, errors);
    if (!room.enter()) return failureResponse(overloaded, request, errors);
    request.onClose(room.leave);
    const refusal = await admit?.(caller.right, request, (leave) => request.onClose(leave));
    return refusal === undefined ? undefined : failureResponse(refusal, request, errors);
  };
};
