import {
  type HttpRequest,
  type HttpResponse,
  headerOf,
} from '../../adapters/inbound/http/core/message.js';
import type { EngineResponse } from '../engine/kernel/pipeline.js';
import type { JsonObject } from '../engine/objects/json.js';

const exposedHeaders = [
  'Request-Id',
  'Stripe-Manage-Version',
  'Stripe-Should-Retry',
  'X-Stripe-External-Auth-Required',
  'X-Stripe-Privileged-Session-Required',
].join(', ');

/**
 * The headers of every response of the API, as recorded from Stripe. They let pages of every origin read it. They do not say
 * what such a page may do: the API refuses it everything but what a publishable key may do. `key`: the idempotency key.
 */
export const apiHeaders = (
  request: Pick<HttpRequest, 'headers'>,
  requestId: string,
  version: string,
  key?: string,
  response?: Pick<EngineResponse<JsonObject>, 'original' | 'replayed'>,
): HttpResponse['headers'] => {
  const origin = headerOf(request, 'origin');
  const original = response?.original ?? undefined;
  // One literal, because merging objects takes a hundred times as long.
  return {
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, HEAD, PUT, PATCH, POST, DELETE',
    'access-control-allow-origin': origin === '' ? '*' : origin,
    'access-control-expose-headers': exposedHeaders,
    'access-control-max-age': '300',
    'cache-control': 'no-cache, no-store',
    'content-type': 'application/json',
    'idempotency-key': key,
    'idempotent-replayed': response?.replayed === true ? 'true' : undefined,
    'original-request': original,
    'request-id': requestId,
    // The response is stored under the key: a retry would return the same one.
    'stripe-should-retry': original === undefined ? undefined : 'false',
    'stripe-version': version,
    vary: 'Origin',
  };
};
