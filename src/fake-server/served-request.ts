import type { HttpRequest, HttpResponse } from '../adapters/inbound/http/core/message.js';
import { isObject } from '../domain/json.js';
import { redact } from '../domain/redact.js';

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
  /** Id of the object in the response, `pi_...`; `null`: a list, or an error. */
  readonly object: string | null;
  /** The decline code, the code or the type of the error; `null`: there is none. */
  readonly error: string | null;
};

// The pages of the server itself, and what they read again and again, are not requests to it.
const isShown = ({ method, path }: HttpRequest): boolean =>
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

const errorIn = (body: HttpResponse['body']): string | null => {
  try {
    const parsed: unknown = JSON.parse(
      typeof body === 'string' ? body : Buffer.from(body).toString('utf8'),
    );
    const failure: { readonly [name: string]: unknown } = isObject(parsed) ? { ...parsed } : {};
    const inner = failure['error'];
    // Errors of Stripe, or in the service's envelope.
    const { decline_code, code, type }: { readonly [name: string]: unknown } = isObject(inner)
      ? { ...inner }
      : failure;
    const name = decline_code ?? code ?? type;
    return typeof name === 'string' ? name : null;
  } catch {
    return null;
  }
};

/** Describes a request and its response, if the request was made to the API or to a control. `ms`: how long it took. */
export const servedRequest = (
  request: HttpRequest,
  { status, headers, body, cut }: HttpResponse,
  ms: number,
  created: number,
): ServedRequest | undefined =>
  isShown(request)
    ? {
        id: headers['request-id'] ?? '',
        created,
        method: request.method,
        path: redact(request.path),
        status: cut === undefined ? status : null,
        ms,
        object: status < 400 && cut === undefined ? objectIn(body) : null,
        error: cut === undefined && status >= 400 ? errorIn(body) : null,
      }
    : undefined;
