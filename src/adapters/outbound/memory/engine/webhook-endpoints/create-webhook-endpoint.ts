import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { redact } from '../../../../../domain/redact.js';
import { type ApiError, invalidRequest } from '../errors.js';
import { operation } from '../kernel/operation.js';
import { deepFreeze } from '../objects/json.js';
import type { StoredEndpoint, WebhookEndpointObject } from '../objects/webhook-endpoint.js';
import { mergeMetadata } from '../params/metadata.js';
import { type Param, refuseParam } from '../params/param.js';
import { setOrUnset } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { endpointNotes, endpointTarget } from './endpoint-params.js';

const most = 16;

const apiVersion: Param<string> = {
  read: (value, name) => {
    const given = typeof value === 'string' ? value : 'an object';
    return /^\d{4}-\d{2}-\d{2}(?:\.[a-z]+)?$/.test(given)
      ? E.right(given)
      : refuseParam(`Invalid Stripe API version: ${redact(given).slice(0, 40)}`, name);
  },
};

const connectedAccounts = notSimulated('connect').connect;
const ownAccount: Param<false> = {
  read: (value, name) => (value === 'false' ? E.right(false) : connectedAccounts.read(value, name)),
};

/** Creates a webhook endpoint. Only this answer tells its secret. */
export const createWebhookEndpoint = operation({
  name: 'createWebhookEndpoint',
  method: 'POST',
  path: '/v1/webhook_endpoints',
  returns: 'webhook_endpoint',
  params: shape(endpointTarget, {
    ...endpointNotes,
    api_version: apiVersion,
    connect: ownAccount,
  }),
  run:
    ({ state, now, newId }) =>
    (params): E.Either<ApiError, WebhookEndpointObject> =>
      pipe(
        mergeMetadata({}, params.metadata),
        E.filterOrElse(
          () => state.webhookEndpoints.size() < most,
          () => invalidRequest(`You have reached the maximum of ${most} test webhook endpoints.`),
        ),
        E.map((metadata) => {
          const endpoint: StoredEndpoint = {
            id: newId('we'),
            object: 'webhook_endpoint',
            api_version: params.api_version ?? null,
            application: null,
            created: now,
            description: setOrUnset(params.description, null),
            enabled_events: [...params.enabled_events],
            livemode: false,
            metadata,
            secret: newId('whsec'),
            status: 'enabled',
            url: params.url,
          };
          state.webhookEndpoints.put(deepFreeze(endpoint));
          return endpoint;
        }),
      ),
});
