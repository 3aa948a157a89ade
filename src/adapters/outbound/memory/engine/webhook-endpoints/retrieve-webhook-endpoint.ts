import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { operation } from '../kernel/operation.js';
import { text } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { findEndpoint } from './find-endpoint.js';
import { toWebhookEndpoint } from './to-webhook-endpoint.js';

/** A webhook endpoint. */
export const retrieveWebhookEndpoint = operation({
  name: 'retrieveWebhookEndpoint',
  method: 'GET',
  path: '/v1/webhook_endpoints/:webhook_endpoint',
  returns: 'webhook_endpoint',
  params: shape({ webhook_endpoint: text }),
  run: (call) => (params) =>
    pipe(findEndpoint(call, params.webhook_endpoint), E.map(toWebhookEndpoint)),
});
