import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { operation } from '../kernel/operation.js';
import { pageParams } from '../params/page.js';
import { shape } from '../params/shape.js';
import { listPage } from '../store/list-page.js';
import { toWebhookEndpoint } from './to-webhook-endpoint.js';

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
