import type { WebhookEndpointObject } from '../objects/webhook-endpoint-object.js';
import type { StoredEndpoint } from './stored-endpoint.js';

/** A webhook endpoint as it is shown, without its secret. */
export const toWebhookEndpoint = (stored: StoredEndpoint): WebhookEndpointObject => {
  const { secret: _, ...endpoint } = stored;
  return endpoint;
};
