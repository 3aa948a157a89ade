import type { IncomingHttpHeaders } from 'node:http';
import { Stripe } from 'stripe';
import { isObject } from '../../../domain/json.js';
import { packageVersion } from '../package-version.js';
import { createHttpClient, type WireResponse } from './http-client.js';
import type { StripeRequest } from './request.js';

/** The error type of responses that a proxy or gateway sent instead of Stripe. Stripe itself does not use it. */
export const foreignAnswer = 'not_from_stripe';

// Every error type that Stripe uses or has used.
const errorTypes = new Set<unknown>([
  'api_connection_error',
  'api_error',
  'authentication_error',
  'card_error',
  'idempotency_error',
  'invalid_request_error',
  'rate_limit_error',
  'validation_error',
]);

const headerOf = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};

type Refusal = { readonly error: object };

// Errors of version 2 of the API may have no type: a request id shows that Stripe sent them.
const isRefusal = (body: object, headers: IncomingHttpHeaders): body is Refusal =>
  'error' in body &&
  isObject(body.error) &&
  (('type' in body.error && errorTypes.has(body.error.type)) ||
    headerOf(headers, 'request-id')?.startsWith('req_') === true);

const isStripeObject = (body: object): boolean =>
  !('error' in body) && 'object' in body && typeof body.object === 'string';

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

// Proxies and gateways send their own pages and JSON, with any status.
const foreign = (status: number): Refusal => ({
  error: {
    type: foreignAnswer,
    message: `The response (HTTP ${status}) does not come from Stripe`,
  },
});

const refusalOf = (body: unknown, { status, headers }: WireResponse): Refusal =>
  status >= 400 && status < 600 && isObject(body) && isRefusal(body, headers)
    ? body
    : foreign(status);

/** The object of a response. Throws the SDK's error for anything else. */
const readResponse = (path: string, response: WireResponse): object => {
  const { status, headers } = response;
  const body = parsed(response.body);
  if (status >= 200 && status < 300 && isObject(body) && isStripeObject(body)) return body;
  const requestId = headerOf(headers, 'request-id');
  const shouldRetry = headerOf(headers, 'stripe-should-retry');
  const raw = {
    ...refusalOf(body, response).error,
    statusCode: status,
    ...(requestId === undefined ? {} : { requestId }),
    headers: shouldRetry === undefined ? {} : { 'stripe-should-retry': shouldRetry },
  };
  throw path.startsWith('/v2/')
    ? Stripe.errors.generateV2Error(raw)
    : Stripe.errors.generateV1Error(raw);
};

const connectionFailed = (cause: unknown): Error =>
  new Stripe.errors.StripeConnectionError({
    message: 'An error occurred with our connection to Stripe.',
    detail: new Error('no response received', { cause }),
  });

type SendOptions = {
  readonly apiVersion: string;
  readonly idempotencyKey?: string;
  /** How long to wait for the whole response. Absent: as long as the client waits. */
  readonly timeoutMs?: number;
};

/** Calls Stripe's API for an account. */
export type StripeClient = {
  /** Sends a request once, and returns the object of the response. Rejects with the errors of Stripe's SDK. */
  readonly send: (request: StripeRequest, options: SendOptions) => Promise<object>;
  /** Ends all connections. A request in progress fails. */
  readonly close: () => Promise<void>;
};

type Address = {
  readonly secretKey: string;
  readonly baseUrl: string;
  readonly timeoutMs: number;
};

/** The client for an account. It sends each request once: `caller.ts` retries. */
export const createStripeClient = ({ secretKey, baseUrl, timeoutMs }: Address): StripeClient => {
  const http = createHttpClient(baseUrl, timeoutMs);
  const always = [
    ['accept', 'application/json'],
    ['authorization', `Bearer ${secretKey}`],
    ['user-agent', `pasarela/${packageVersion}`],
    [
      'x-stripe-client-user-agent',
      JSON.stringify({ lang: 'node', publisher: 'pasarela', bindings_version: packageVersion }),
    ],
  ].flat();

  const headersOf = (
    { form, context }: StripeRequest,
    { apiVersion, idempotencyKey }: SendOptions,
  ): Array<string> => {
    const headers = [...always, 'stripe-version', apiVersion];
    if (form !== undefined) headers.push('content-type', 'application/x-www-form-urlencoded');
    if (idempotencyKey !== undefined) headers.push('idempotency-key', idempotencyKey);
    if (context !== undefined) headers.push('stripe-context', context);
    return headers;
  };

  return {
    send: (request, options) => {
      const { method, path, form = null } = request;
      const headers = headersOf(request, options);
      return http
        .exchange(
          { method, path, headers, body: form },
          Math.min(timeoutMs, options.timeoutMs ?? timeoutMs),
        )
        .then(
          (response) => readResponse(path, response),
          (cause: unknown) => Promise.reject(connectionFailed(cause)),
        );
    },
    close: http.close,
  };
};
