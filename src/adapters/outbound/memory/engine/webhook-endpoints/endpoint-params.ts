import { eventTypes } from '../objects/event-types.js';
import { metadataParam } from '../params/metadata.js';
import { listOf, oneOf, text, unsettable } from '../params/primitives.js';
import { endpointUrl } from './endpoint-url.js';

/** Where to call, and for which events. */
export const endpointTarget = {
  enabled_events: listOf(oneOf(...eventTypes, '*')),
  url: endpointUrl,
} as const;

/** What else a caller may say about a webhook endpoint; an empty text removes a value. */
export const endpointNotes = { description: unsettable(text), metadata: metadataParam } as const;
