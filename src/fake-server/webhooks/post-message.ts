import { type ClientRequest, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Message } from './message.js';
import type { Outcome } from './outcome.js';

const reasons: { readonly [code: string]: string } = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed before the answer was complete',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'no such host',
};

const reasonOf = (error: Error): string =>
  'code' in error ? (reasons[String(error.code)] ?? error.message) : error.message;

/**
 * Posts a message on a connection of its own, and follows no redirect. `began` gets the request, to be destroyed where
 * nobody waits for it any more.
 */
export const postMessage = async (
  { url, headers, body }: Message,
  timeoutMs: number,
  began: (call: ClientRequest) => void,
): Promise<Outcome> =>
  new Promise<Outcome>((resolve, reject) => {
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
    let status: number | null = null;
    let error: Error | null = null;
    const fail = (reason: Error): void => {
      error ??= reason;
    };
    call.on('response', (response) => {
      status = response.statusCode ?? null;
      response.on('error', fail);
      response.resume();
    });
    call.on('error', fail);
    call.on('close', () => {
      clearTimeout(timer);
      if (error !== null) reject(error);
      else resolve({ status, error: null });
    });
    began(call);
    call.end(body);
  }).catch((error: unknown) => ({
    status: null,
    error: error instanceof Error ? reasonOf(error) : String(error),
  }));
