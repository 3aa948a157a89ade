import type { IncomingHttpHeaders } from 'node:http';
import { type ApiError, rateLimited, serverError } from '../../simulator/engine/errors.js';
import { accountApiVersion } from '../../simulator/engine/objects/object.js';
import { apiHeaders } from '../../simulator/wire/api-headers.js';
import { keyInUse } from '../../simulator/wire/wire-endpoints.js';
import { wireError } from '../../simulator/wire/wire-response.js';
import type { ProcessorAnswer, ShopRequest } from './reverse-proxy.js';

const errorOf = (status: 409 | 429 | 500, key: string): ApiError => {
  switch (status) {
    case 409:
      return keyInUse(key);
    case 429:
      return rateLimited;
    case 500:
      return serverError;
  }
};

/** The answer of a processor that does nothing about a request: Stripe's 409, 429 or 500. */
export const refusedAnswer = (
  { headers }: ShopRequest,
  status: 409 | 429 | 500,
  requestId: string,
): ProcessorAnswer => {
  const key = headers['idempotency-key'];
  const named = typeof key === 'string' ? key : undefined;
  const version = headers['stripe-version'];
  const sent = apiHeaders(
    { headers },
    requestId,
    typeof version === 'string' ? version : accountApiVersion,
    named,
  );
  const { body } = wireError(errorOf(status, named ?? ''), { request: requestId, headers: sent });
  const bytes = Buffer.from(body);
  const all: IncomingHttpHeaders = { ...sent, 'content-length': String(bytes.length) };
  return {
    status,
    headers: all,
    rawHeaders: Object.entries(all).flatMap(([name, value]) =>
      typeof value === 'string' ? [name, value] : [],
    ),
    body: bytes,
  };
};
