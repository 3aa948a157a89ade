import type { JsonObject } from './json.js';

/** Which call caused an event; both are `null` when none did. */
export type EventRequest = { readonly id: string | null; readonly idempotency_key: string | null };

/** An event: what happened, and the object as it was then. */
export type EventObject = {
  readonly id: string;
  readonly object: 'event';
  readonly api_version: string;
  readonly created: number;
  readonly data: { readonly object: JsonObject; readonly previous_attributes?: JsonObject };
  readonly livemode: false;
  readonly pending_webhooks: number;
  readonly request: EventRequest;
  readonly type: string;
};
