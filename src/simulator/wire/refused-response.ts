import {
  type HttpRequest,
  type HttpResponse,
  headerOf,
} from '../../adapters/inbound/http/core/message.js';
import { rateLimited, serverError } from '../engine/errors.js';
import { accountApiVersion } from '../engine/objects/object.js';
import { apiHeaders } from './api-headers.js';
import { keyInUse } from './wire-endpoints.js';
import { wireError } from './wire-response.js';

const errors = { 409: keyInUse, 429: () => rateLimited, 500: () => serverError };

/** The response of a processor that does nothing about a request: Stripe's 409, 429 or 500. */
export const refusedResponse = (
  request: Pick<HttpRequest, 'headers'>,
  status: keyof typeof errors,
  requestId: string,
): HttpResponse => {
  const key = headerOf(request, 'idempotency-key');
  const version = headerOf(request, 'stripe-version') || accountApiVersion;
  const headers = apiHeaders(request, requestId, version, key || undefined);
  return wireError(errors[status](key), { request: requestId, headers });
};
