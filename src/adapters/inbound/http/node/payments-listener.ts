import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServedPayments } from '../../../../application/facade/payments.js';
import type { HttpResponse, ParsedBody } from '../core/message.js';
import { nodeRequest } from '../core/node-http.js';
import { splitUrl } from '../core/request-url.js';
import { writeResponse } from '../core/write-response.js';
import { asTheirType } from '../headers-of-host.js';
import { createMountedInterface } from '../mounted-interface.js';
import type { PaymentsRouterOptions } from '../payments-interface.js';

/** Answers requests of `node:http`. With `next` it leaves other paths to the application, without it answers them with 404. */
export type PaymentsListener = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: () => void,
) => void;

const isBytes = (value: unknown): value is string | Uint8Array =>
  typeof value === 'string' || value instanceof Uint8Array;

// Parsers leave an empty object in `body` when the request has another type, and have not read it then.
const parsedBodyOf = (
  message: IncomingMessage & { readonly body?: unknown; readonly rawBody?: unknown },
): ParsedBody | undefined => {
  const { body, rawBody, readableDidRead } = message;
  if (isBytes(rawBody)) return { value: body, raw: rawBody };
  if (!readableDidRead || body === undefined) return undefined;
  return { value: body, raw: isBytes(body) ? body : undefined };
};

// Express takes the path where it mounts a listener away.
const pathAskedFor = (message: IncomingMessage, path: string): string => {
  const original: unknown = Reflect.get(message, 'originalUrl');
  return typeof original === 'string' ? splitUrl(original)[0] : path;
};

/**
 * The whole HTTP interface as a listener for a plain server, and as middleware for Express. Every answer, also of an
 * error, is in the envelope. Use it before body parsers: a webhook's signature is valid only for the body as it was sent. Throws
 * a `TypeError` for wrong options; for `apiKeys` it says which entry is wrong.
 */
export const createPaymentsListener = (
  payments: ServedPayments,
  options: PaymentsRouterOptions = {},
): PaymentsListener => {
  const { find, answer } = createMountedInterface('createPaymentsListener', payments, options);
  return (message, response, next) => {
    const request = nodeRequest(message, response, { parsedBody: parsedBodyOf(message) });
    const found = find(request.method, request.path);
    if (found === undefined && next !== undefined) {
      next();
      return;
    }
    const write = async (answered: HttpResponse): Promise<void> => {
      if (response.headersSent) response.destroy();
      else await writeResponse(response, answered, asTheirType);
    };
    void answer(request, found, write, pathAskedFor(message, request.path));
  };
};
