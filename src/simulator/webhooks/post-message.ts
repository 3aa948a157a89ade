import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { DeliveryOutcome } from './delivery.js';

/** The POST request of a webhook. */
export type Message = {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
};

const cutShort = 'connection closed before the response was complete';

const reasons: { readonly [code: string]: string } = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: cutShort,
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host not found',
};

const reasonOf = (error: Error): string =>
  'code' in error ? (reasons[String(error.code)] ?? error.message) : error.message;

const outcomeOf = (answer: IncomingMessage | null, reason: Error | null): DeliveryOutcome => {
  if (reason !== null) return { status: null, error: reasonOf(reason) };
  return answer?.complete === true
    ? { status: answer.statusCode ?? null, error: null }
    : { status: null, error: cutShort };
};

/** Posts a message on a new connection, without following redirects. `signal` breaks it off. */
export const postMessage = async (
  { url, headers, body }: Message,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<DeliveryOutcome> =>
  new Promise<DeliveryOutcome>((resolve) => {
    const request = url.toLowerCase().startsWith('https:') ? requestHttps : requestHttp;
    const length = String(Buffer.byteLength(body));
    const call = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': length },
      agent: false,
      signal,
    });
    const timer = setTimeout(() => {
      call.destroy(new Error('no response in time'));
    }, timeoutMs);
    let answer: IncomingMessage | null = null;
    let reason: Error | null = null;
    call.on('response', (response) => {
      answer = response;
      // `complete` is also false then, when the request closes.
      response.on('error', () => undefined);
      response.resume();
    });
    call.on('error', (error) => {
      reason ??= error;
    });
    call.on('close', () => {
      clearTimeout(timer);
      resolve(outcomeOf(answer, reason));
    });
    call.end(body);
    // `request` throws for some URLs, for example with a user name that cannot be decoded.
  }).catch((error: unknown) => ({ status: null, error: String(error) }));
