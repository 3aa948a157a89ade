import type { IncomingHttpHeaders } from 'node:http';
import type { CallOptions } from '../../../application/ports/payment-processor.js';
import type { Tracing } from '../../../application/ports/tracing.js';
import { isObject } from '../../../domain/input/json.js';
import type { ProcessorError } from '../../../domain/payment-error.js';
import { packageVersion } from '../../package-version.js';
import type { HttpClient, WireResponse } from './http-client.js';
import type { StripeRequest } from './request.js';

/** The fields of a refusal from Stripe, none of them checked. */
type ErrorBody = {
  readonly type?: unknown;
  readonly code?: unknown;
  readonly decline_code?: unknown;
  readonly message?: unknown;
  readonly param?: unknown;
  readonly charge?: unknown;
  readonly payment_intent?: unknown;
  readonly setup_intent?: unknown;
};

/** A response with 400 to 599 in which Stripe says what is wrong. */
export type StripeRefusal = {
  readonly _tag: 'StripeRefusal';
  readonly status: number;
  readonly requestId: string | undefined;
  /** The header `Stripe-Should-Retry`. */
  readonly shouldRetry: string | undefined;
  readonly error: ErrorBody;
};

/** No object and no refusal of Stripe's. Proxies and gateways send their own pages and JSON, with any status. */
export type NoStripeAnswer =
  | {
      readonly _tag: 'ForeignResponse';
      readonly status: number;
      readonly requestId: string | undefined;
    }
  | { readonly _tag: 'NoResponse'; readonly cause: unknown }
  /** The call may not be sent any more. */
  | { readonly _tag: 'Withheld'; readonly error: ProcessorError }
  /** To spare the processor. `retry_after`: seconds. */
  | { readonly _tag: 'NotSent'; readonly reason: string; readonly retry_after: number };

/** The outcome of a request. */
export type StripeAnswer =
  | {
      readonly _tag: 'StripeObject';
      readonly requestId: string | undefined;
      readonly object: object;
    }
  | StripeRefusal
  | NoStripeAnswer;

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

// Errors of version 2 of the API may have no type: a request id shows that Stripe sent them.
const isRefusal = (
  body: object,
  requestId: string | undefined,
): body is { readonly error: ErrorBody } =>
  'error' in body &&
  isObject(body.error) &&
  (('type' in body.error && errorTypes.has(body.error.type)) ||
    requestId?.startsWith('req_') === true);

const isStripeObject = (body: object): boolean =>
  !('error' in body) && 'object' in body && typeof body.object === 'string';

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const readResponse = ({ status, headers, body }: WireResponse): StripeAnswer => {
  const value = parsed(body);
  const requestId = headerOf(headers, 'request-id');
  if (isObject(value)) {
    if (status >= 200 && status < 300 && isStripeObject(value)) {
      return { _tag: 'StripeObject', requestId, object: value };
    }
    if (status >= 400 && status < 600 && isRefusal(value, requestId)) {
      const shouldRetry = headerOf(headers, 'stripe-should-retry');
      return { _tag: 'StripeRefusal', status, requestId, shouldRetry, error: value.error };
    }
  }
  return { _tag: 'ForeignResponse', status, requestId };
};

/** How a request is sent. */
export type SendOptions = {
  readonly apiVersion: string;
  readonly idempotencyKey?: string;
  /** How long to wait for the whole response. Absent: as long as the client waits. */
  readonly timeoutMs?: number;
  /** As in `CallOptions`: `protectClient` runs it when the request has its place. */
  readonly beforeAttempt?: CallOptions['beforeAttempt'];
};

/** Calls Stripe's API for an account. */
export type StripeClient = {
  /** Sends a request once. */
  readonly send: (request: StripeRequest, options: SendOptions) => Promise<StripeAnswer>;
  /** Ends all connections. A request in progress fails. */
  readonly close: () => Promise<void>;
};

type Account = {
  readonly secretKey: string;
  readonly timeoutMs: number;
  readonly http: HttpClient;
  readonly traceHeaders?: Tracing['headers'] | undefined;
};

/** The client for an account. It sends each request once: `caller.ts` retries. */
export const createStripeClient = ({
  secretKey,
  timeoutMs,
  http,
  traceHeaders,
}: Account): StripeClient => {
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
    for (const header of Object.entries(traceHeaders?.() ?? {})) headers.push(...header);
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
        .then(readResponse, (cause: unknown) => ({ _tag: 'NoResponse', cause }));
    },
    close: http.close,
  };
};
