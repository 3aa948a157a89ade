import type { Metadata } from '../../../domain/objects/metadata.js';
import type { EventType } from './event-types.js';

/** A webhook endpoint: a URL that receives events. */
export type WebhookEndpointObject = {
  readonly id: string;
  readonly object: 'webhook_endpoint';
  readonly api_version: string | null;
  readonly application: null;
  readonly created: number;
  readonly description: string | null;
  readonly enabled_events: ReadonlyArray<EventType | '*'>;
  readonly livemode: false;
  readonly metadata: Metadata;
  /** The signing secret; present only in the response to its creation. */
  readonly secret?: string;
  readonly status: 'enabled' | 'disabled';
  readonly url: string;
};

/** A webhook endpoint as it is stored, with its secret. */
export type StoredEndpoint = WebhookEndpointObject & { readonly secret: string };
