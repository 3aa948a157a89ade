import type { WebhookEndpointObject } from '../objects/webhook-endpoint-object.js';

/** A webhook endpoint as it is kept: with its secret. */
export type StoredEndpoint = WebhookEndpointObject & { readonly secret: string };
