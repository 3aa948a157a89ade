import type { StoredEndpoint, WebhookEndpointObject } from '../objects/webhook-endpoint.js';

/** A webhook endpoint as it is shown, without its secret. */
export const toWebhookEndpoint = (stored: StoredEndpoint): WebhookEndpointObject => {
  const { secret: _, ...endpoint } = stored;
  return endpoint;
};
