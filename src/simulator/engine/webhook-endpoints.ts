import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { redact } from '../../domain/text/redact.js';
import { type ApiError, invalidRequest } from './errors.js';
import { listOperation } from './kernel/list-operation.js';
import { operation } from './kernel/operation.js';
import type { RequestContext } from './kernel/request-context.js';
import { eventTypes } from './objects/event-types.js';
import { deepFreeze } from './objects/json.js';
import type { StoredEndpoint, WebhookEndpointObject } from './objects/webhook-endpoint.js';
import { mergeMetadata, metadataParam } from './params/metadata.js';
import { pageParams } from './params/page.js';
import { type Param, refuseParam, refuseUrl } from './params/param.js';
import {
  booleanParam,
  enumParam,
  listParam,
  setOrUnset,
  textParam,
  unsettable,
} from './params/primitives.js';
import { notSimulated, shape } from './params/shape.js';
import { findRow } from './store/find.js';

/** A URL to call. The processor refuses URLs of private networks; this simulator accepts them for local work. */
export const endpointUrl: Param<string> = {
  read: (value, name) =>
    pipe(
      textParam.read(value, name),
      E.flatMap((url) =>
        /^https?:\/\//i.test(url) && URL.canParse(url) ? E.right(url) : refuseUrl(url, name),
      ),
    ),
};

/** The URL to call and the types of the events to send. */
const endpointTarget = {
  enabled_events: listParam(enumParam(...eventTypes, '*'), eventTypes.length + 1),
  url: endpointUrl,
} as const;

/** The optional parameters; an empty text removes a value. */
const endpointNotes = { description: unsettable(textParam), metadata: metadataParam } as const;

const findEndpoint = ({ state }: RequestContext, id: string): E.Either<ApiError, StoredEndpoint> =>
  findRow(state.webhookEndpoints, 'webhook endpoint', id);

/** The endpoint without its secret. */
const toWebhookEndpoint = (stored: StoredEndpoint): WebhookEndpointObject => {
  const { secret: _, ...endpoint } = stored;
  return endpoint;
};

const maximumEndpoints = 16;

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

/** Creates a webhook endpoint. Only this response contains its secret. */
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
          () => state.webhookEndpoints.size() < maximumEndpoints,
          () =>
            invalidRequest(
              `You have reached the maximum of ${maximumEndpoints} test webhook endpoints.`,
            ),
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

/** A webhook endpoint. */
export const retrieveWebhookEndpoint = operation({
  name: 'retrieveWebhookEndpoint',
  method: 'GET',
  path: '/v1/webhook_endpoints/:webhook_endpoint',
  returns: 'webhook_endpoint',
  params: shape({ webhook_endpoint: textParam }),
  run: (context) => (params) =>
    pipe(findEndpoint(context, params.webhook_endpoint), E.map(toWebhookEndpoint)),
});

/** A page of the webhook endpoints. */
export const listWebhookEndpoints = listOperation({
  name: 'listWebhookEndpoints',
  path: '/v1/webhook_endpoints',
  returns: 'webhook_endpoint',
  params: shape({}, pageParams),
  table: ({ webhookEndpoints }) => webhookEndpoints,
  resource: 'webhook endpoint',
  show: toWebhookEndpoint,
});

const statusOf = (
  disabled: boolean | undefined,
  before: StoredEndpoint['status'],
): StoredEndpoint['status'] => {
  if (disabled === undefined) return before;
  return disabled ? 'disabled' : 'enabled';
};

/** Changes the given fields of a webhook endpoint. `disabled`: it gets no more events. */
export const updateWebhookEndpoint = operation({
  name: 'updateWebhookEndpoint',
  method: 'POST',
  path: '/v1/webhook_endpoints/:webhook_endpoint',
  returns: 'webhook_endpoint',
  params: shape(
    { webhook_endpoint: textParam },
    { ...endpointTarget, ...endpointNotes, disabled: booleanParam },
  ),
  run: (context) => (params) =>
    pipe(
      findEndpoint(context, params.webhook_endpoint),
      E.bindTo('before'),
      E.bind('metadata', ({ before }) => mergeMetadata(before.metadata, params.metadata)),
      E.map(({ before, metadata }) => {
        const after: StoredEndpoint = {
          ...before,
          description: setOrUnset(params.description, before.description),
          enabled_events: [...(params.enabled_events ?? before.enabled_events)],
          metadata,
          status: statusOf(params.disabled, before.status),
          url: params.url ?? before.url,
        };
        context.state.webhookEndpoints.put(deepFreeze(after));
        return toWebhookEndpoint(after);
      }),
    ),
});

/** Deletes a webhook endpoint. It gets no more events, not even retries. */
export const deleteWebhookEndpoint = operation({
  name: 'deleteWebhookEndpoint',
  method: 'DELETE',
  path: '/v1/webhook_endpoints/:webhook_endpoint',
  returns: 'webhook_endpoint',
  params: shape({ webhook_endpoint: textParam }),
  run: (context) => (params) =>
    pipe(
      findEndpoint(context, params.webhook_endpoint),
      E.map(({ id }) => {
        context.state.webhookEndpoints.remove(id);
        return { id, object: 'webhook_endpoint', deleted: true } as const;
      }),
    ),
});
