import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { operation } from '../kernel/operation.js';
import { deepFreeze } from '../objects/json.js';
import type { StoredEndpoint } from '../objects/webhook-endpoint.js';
import { mergeMetadata } from '../params/metadata.js';
import { flag, setOrUnset, text } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { endpointNotes, endpointTarget } from './endpoint-params.js';
import { findEndpoint } from './find-endpoint.js';
import { toWebhookEndpoint } from './to-webhook-endpoint.js';

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
