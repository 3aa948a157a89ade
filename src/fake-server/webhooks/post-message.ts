import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { DeliveryOutcome } from './delivery.js';

/** What is posted. */
export type Message = {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
};

const cutShort = 'connection closed before the answer was complete';

const reasons: { readonly [code: string]: string } = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: cutShort,
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'no such host',
};

const reasonOf = (error: Error): string =>
  'code' in error ? (reasons[String(error.code)] ?? error.message) : error.message;

const outcomeOf = (answer: IncomingMessage | null, reason: Error | null): DeliveryOutcome => {
  if (reason !== null) return { status: null, error: reasonOf(reason) };
  return answer?.complete === true
    ? { status: answer.statusCode ?? null, error: null }
    : { status: null, error: cutShort };
};

/**
 * Posts a message on a connection of its own, and follows no redirect. `began` gets the request, to be destroyed where
 * nobody waits for it any more.
 */
export const postMessage = async (
  { url, headers, body }: Message,
  timeoutMs: number,
  began: (call: ClientRequest) => void,
): Promise<DeliveryOutcome> =>
  new Promise<DeliveryOutcome>((resolve) => {
    const request = url.toLowerCase().startsWith('https:') ? requestHttps : requestHttp;
    const length = String(Buffer.byteLength(body));
    const call = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': length },
      agent: false,
    });
    const timer = setTimeout(() => {
      call.destroy(new Error('no answer in time'));
    }, timeoutMs);
    let answer: IncomingMessage | null = null;
    let reason: Error | null = null;
    call.on('response', (response) => {
      answer = response;
      // Said by `complete` too, when the call is over.
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
    began(call);
    call.end(body);
    // A URL may be one that cannot be called: its user name, for example, is decoded only now.
  }).catch((error: unknown) => ({ status: null, error: String(error) }));
