import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { redact } from '../../../../domain/redact.js';
import { type ApiError, invalidRequest, noSuch } from './errors.js';
import { operation } from './kernel/operation.js';
import type { RequestContext } from './kernel/request-context.js';
import { eventTypes } from './objects/event-types.js';
import { deepFreeze } from './objects/json.js';
import type { StoredEndpoint, WebhookEndpointObject } from './objects/webhook-endpoint.js';
import { mergeMetadata, metadataParam } from './params/metadata.js';
import { pageParams } from './params/page.js';
import { type Param, refuseParam, refuseUrl } from './params/param.js';
import { flag, listOf, oneOf, setOrUnset, text, unsettable } from './params/primitives.js';
import { notSimulated, shape } from './params/shape.js';
import { listPage } from './store/list-page.js';

/** A URL that can be called. The processor takes none of a private network: this one does, to be of use on a desk. */
export const endpointUrl: Param<string> = {
  read: (value, name) =>
    pipe(
      text.read(value, name),
      E.flatMap((url) =>
        /^https?:\/\//i.test(url) && URL.canParse(url) ? E.right(url) : refuseUrl(url, name),
      ),
    ),
};

/** Where to call, and for which events. */
const endpointTarget = {
  enabled_events: listOf(oneOf(...eventTypes, '*')),
  url: endpointUrl,
} as const;

/** What else a caller may say about a webhook endpoint; an empty text removes a value. */
const endpointNotes = { description: unsettable(text), metadata: metadataParam } as const;

/** The webhook endpoint that the path names. */
const findEndpoint = (
  { state }: Pick<RequestContext, 'state'>,
  id: string,
): E.Either<ApiError, StoredEndpoint> =>
  E.fromNullable(noSuch('webhook endpoint', id))(state.webhookEndpoints.get(id));

/** A webhook endpoint as it is shown, without its secret. */
const toWebhookEndpoint = (stored: StoredEndpoint): WebhookEndpointObject => {
  const { secret: _, ...endpoint } = stored;
  return endpoint;
};

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

/** A page of the webhook endpoints. */
export const listWebhookEndpoints = operation({
  name: 'listWebhookEndpoints',
  method: 'GET',
  path: '/v1/webhook_endpoints',
  returns: 'webhook_endpoint',
  list: true,
  params: shape({}, pageParams),
  run: (call) => (params) =>
    pipe(
      listPage({
        table: call.state.webhookEndpoints,
        selection: 'all',
        resource: 'webhook endpoint',
        url: '/v1/webhook_endpoints',
        page: params,
      }),
      E.map((list) => ({ ...list, data: list.data.map(toWebhookEndpoint) })),
    ),
});

const statusOf = (
  disabled: boolean | undefined,
  before: StoredEndpoint['status'],
): StoredEndpoint['status'] => {
  if (disabled === undefined) return before;
  return disabled ? 'disabled' : 'enabled';
};

/** Changes what is given of a webhook endpoint, and leaves the rest. `disabled`: nothing is sent to it any more. */
export const updateWebhookEndpoint = operation({
  name: 'updateWebhookEndpoint',
  method: 'POST',
  path: '/v1/webhook_endpoints/:webhook_endpoint',
  returns: 'webhook_endpoint',
  params: shape(
    { webhook_endpoint: text },
    { ...endpointTarget, ...endpointNotes, disabled: flag },
  ),
  run: (call) => (params) =>
    pipe(
      findEndpoint(call, params.webhook_endpoint),
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
        call.state.webhookEndpoints.put(deepFreeze(after));
        return toWebhookEndpoint(after);
      }),
    ),
});

/** Deletes a webhook endpoint: nothing is sent to it any more, retries neither. */
export const deleteWebhookEndpoint = operation({
  name: 'deleteWebhookEndpoint',
  method: 'DELETE',
  path: '/v1/webhook_endpoints/:webhook_endpoint',
  returns: 'webhook_endpoint',
  params: shape({ webhook_endpoint: text }),
  run: (call) => (params) =>
    pipe(
      findEndpoint(call, params.webhook_endpoint),
      E.map(({ id }) => {
        call.state.webhookEndpoints.remove(id);
        return { id, object: 'webhook_endpoint', deleted: true } as const;
      }),
    ),
});
