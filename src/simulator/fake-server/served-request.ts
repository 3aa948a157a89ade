import type { HttpRequest, HttpResponse } from '../../adapters/inbound/http/core/message.js';
import { isObject, objectFields } from '../../domain/input/json.js';
import { redact } from '../../domain/text/redact.js';

/** A request to the API or to a control of the server, and how it was answered. */
export type ServedRequest = {
  /** `req_...`, as in the header `request-id` of the response. */
  readonly id: string;
  /** When it was answered, in Unix seconds of the system clock. */
  readonly created: number;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** HTTP status of the response; `null`: the connection was cut, as a planned failure. */
  readonly status: number | null;
  /** How long it took to make the response, in milliseconds. */
  readonly ms: number;
  /** Id of the object in the response, `pi_...`, or of the payment that an error is about; `null`: there is none. */
  readonly object: string | null;
  /** The decline code, the code or the type of the error; `null`: there is none. */
  readonly error: string | null;
};

// The pages of the server itself, and what they read again and again, are not requests to it.
/** Whether a request is one to the API or to a control. */
export const isServed = ({ method, path }: HttpRequest): boolean =>
  /^\/v[12]\//.test(path)
    ? method !== 'OPTIONS'
    : path.startsWith('/_processor/') && !['GET', 'HEAD'].includes(method);

// Objects begin with their id. Those of a page of 3D Secure or of a file begin otherwise.
const firstId = /^\{\s*"id": ?"([^"]{1,255})"/;

const beginning = 300;

const objectIn = (body: HttpResponse['body']): string | null => {
  const text =
    typeof body === 'string'
      ? body.slice(0, beginning)
      : Buffer.from(body.subarray(0, beginning)).toString('utf8');
  return firstId.exec(text)?.[1] ?? null;
};

type Told = Pick<ServedRequest, 'object' | 'error'>;

const toText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const failureIn = (body: HttpResponse['body']): Told => {
  try {
    const failure = objectFields(
      JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString('utf8')),
    );
    // Errors of Stripe, or in the service's envelope.
    const { decline_code, code, type, payment_intent, setup_intent } = isObject(failure['error'])
      ? objectFields(failure['error'])
      : failure;
    return {
      object: toText(objectFields(payment_intent ?? setup_intent)['id']),
      error: toText(decline_code ?? code ?? type),
    };
  } catch {
    return { object: null, error: null };
  }
};

const told = ({ status, body, cut }: HttpResponse): Told => {
  if (cut !== undefined) return { object: null, error: null };
  return status < 400 ? { object: objectIn(body), error: null } : failureIn(body);
};

/** Describes a request and its response, if the request was made to the API or to a control. `ms`: how long it took. */
export const servedRequest = (
  request: HttpRequest,
  response: HttpResponse,
  ms: number,
  created: number,
): ServedRequest | undefined =>
  isServed(request)
    ? {
        id: response.headers['request-id'] ?? '',
        created,
        method: request.method,
        path: redact(request.path),
        status: response.cut === undefined ? response.status : null,
        ms,
        ...told(response),
      }
    : undefined;
