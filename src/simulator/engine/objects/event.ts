import type { JsonObject } from './json.js';

/** The request that caused an event; both are `null` for an event without a request. */
type EventRequest = { readonly id: string | null; readonly idempotency_key: string | null };

/** An event, with its object as it was when the event happened. */
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
