import { isObject } from '../../../domain/input/json.js';
import type { HttpClient, WireResponse } from './http-client.js';

/** A request to Stripe, ready to be sent. */
export type StripeTransportRequest = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  /** All of them, with the secret key, the idempotency key and the API version. Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** A form. `null`: the request has no body. */
  readonly body: string | null;
  /** Aborted when the request has taken `timeoutMs`, or the processor is closed: nobody waits for its response any more. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
};

/** The response of Stripe, whatever its status is. */
export type StripeTransportResponse = {
  readonly status: number;
  /** By name, or as the `Headers` of `fetch`. */
  readonly headers:
    | { readonly [name: string]: string | ReadonlyArray<string> | undefined }
    | Iterable<readonly [string, string]>;
  /** The whole body, as text. */
  readonly body: string;
};

/**
 * Sends one request to Stripe, once: Pasarela repeats it when that is safe. Resolves with the response for every status. Rejects
 * when there is no whole response: then the outcome is unknown, unless the error is Node's own of a connection that was never made
 * (its `syscall` is `connect` or `getaddrinfo`, or that of its `cause`).
 */
export type StripeTransport = (request: StripeTransportRequest) => Promise<StripeTransportResponse>;

const isResponse = (value: unknown): value is StripeTransportResponse =>
  isObject(value) &&
  'status' in value &&
  Number.isInteger(value.status) &&
  'body' in value &&
  typeof value.body === 'string' &&
  'headers' in value &&
  isObject(value.headers);

/** The error of a transport that resolves with anything else. Its message contains nothing of the response. */
export const noTransportResponse = new Error(
  'the option transport did not resolve with { status, headers, body }, where body is text',
);

const responseOf = (value: unknown): WireResponse => {
  if (!isResponse(value)) throw noTransportResponse;
  const given: Iterable<readonly [string, unknown]> =
    Symbol.iterator in value.headers ? value.headers : Object.entries(value.headers);
  const headers = [...given].flatMap(([name, text]) =>
    typeof text === 'string' ? [[name.toLowerCase(), text] as const] : [],
  );
  return { status: value.status, headers: Object.fromEntries(headers), body: value.body };
};

// Names and values in turn.
const namedHeaders = (headers: ReadonlyArray<string>): Record<string, string> =>
  Object.fromEntries(
    headers.flatMap((name, index) =>
      index % 2 === 0 ? [[name.toLowerCase(), headers[index + 1] ?? ''] as const] : [],
    ),
  );

// `fetch` rejects with an error whose cause is that of the connection.
const connectionError = (thrown: unknown): Error => {
  if (!(thrown instanceof Error)) return new Error('the option transport rejected');
  return thrown instanceof TypeError && thrown.cause instanceof Error ? thrown.cause : thrown;
};

/** A client that sends through a transport to the server at `origin`. It keeps to the time limit even if the transport does not. */
export const createTransportClient = (origin: string, transport: StripeTransport): HttpClient => {
  const running = new Set<(why: Error) => void>();
  return {
    exchange: ({ method, path, headers, body }, timeoutMs) =>
      new Promise((resolve, reject) => {
        const controller = new AbortController();
        const { signal } = controller;
        const giveUp = (why: Error): void => {
          controller.abort(why);
          reject(why);
        };
        running.add(giveUp);
        const late = Object.assign(new Error('the response is late'), { code: 'ETIMEDOUT' });
        const timer = setTimeout(giveUp, timeoutMs, late);
        const url = new URL(path, origin).href;
        Promise.resolve()
          .then(() =>
            transport({ method, url, headers: namedHeaders(headers), body, signal, timeoutMs }),
          )
          .then(responseOf)
          .then(resolve, (error: unknown) => reject(connectionError(error)))
          .finally(() => {
            clearTimeout(timer);
            running.delete(giveUp);
          });
      }),
    close: async () => {
      for (const giveUp of running) giveUp(new Error('the processor was closed'));
    },
  };
};
