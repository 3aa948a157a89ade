import * as E from 'fp-ts/lib/Either.js';
import { type HttpRequest, type HttpResponse, headerOf } from '../core/message.js';
import { type ErrorAnswers, failureResponse } from '../failure-response.js';
import type { Authorize } from './clients.js';
import { countFailedAuthentications, type RequestLimits } from './request-limits.js';

// A browser asks for a user and a password. The user may be anything.
const passwordIn = (authorization: string): string | undefined => {
  const [, credentials] = /^Basic +(\S+) *$/i.exec(authorization) ?? [];
  if (credentials === undefined) return undefined;
  const text = Buffer.from(credentials, 'base64').toString('utf8');
  return text.slice(text.indexOf(':') + 1);
};

/**
 * Refuses requests for the API reference without an API key, as bearer or as the password that a browser asks for. The interface
 * itself takes no password: browsers would add it to requests of other sites.
 */
export const keyOrPassword =
  (authorize: Authorize, limits: RequestLimits | undefined, errors: ErrorAnswers) =>
  async (request: HttpRequest): Promise<HttpResponse | undefined> => {
    const authorization = headerOf(request, 'authorization');
    const password = passwordIn(authorization);
    const caller = authorize(password === undefined ? authorization : `Bearer ${password}`);
    if (E.isRight(caller)) return undefined;
    const error = await countFailedAuthentications(limits)(caller.left, request);
    const response = failureResponse(error, request, errors);
    if (error._tag !== 'Unauthorized') return response;
    const challenge = 'Basic realm="Pasarela: API key as password", charset="UTF-8"';
    return { ...response, headers: { ...response.headers, 'www-authenticate': challenge } };
  };
