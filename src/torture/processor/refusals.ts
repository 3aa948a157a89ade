import type { IncomingHttpHeaders } from 'node:http';
import { refusedResponse } from '../../simulator/server.js';
import type { ProcessorAnswer, ShopRequest } from './reverse-proxy.js';

/** The answer of a processor that does nothing about a request: Stripe's 409, 429 or 500. */
export const refusedAnswer = (
  request: ShopRequest,
  status: 409 | 429 | 500,
  requestId: string,
): ProcessorAnswer => {
  const { headers, body } = refusedResponse(request, status, requestId);
  const bytes = Buffer.from(body);
  const all: IncomingHttpHeaders = { ...headers, 'content-length': String(bytes.length) };
  return {
    status,
    headers: all,
    rawHeaders: Object.entries(all).flatMap(([name, value]) =>
      typeof value === 'string' ? [name, value] : [],
    ),
    body: bytes,
  };
};
