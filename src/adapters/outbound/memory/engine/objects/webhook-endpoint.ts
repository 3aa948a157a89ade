import type { EventType } from './event-types.js';
import type { Metadata } from './object.js';

/** Where events are sent. */
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
  /** What its calls are signed with; told only when it is created. */
  readonly secret?: string;
  readonly status: 'enabled' | 'disabled';
  readonly url: string;
};

/** A webhook endpoint as it is kept: with its secret. */
export type StoredEndpoint = WebhookEndpointObject & { readonly secret: string };
