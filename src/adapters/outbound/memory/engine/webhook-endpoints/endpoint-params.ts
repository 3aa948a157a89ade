import { eventTypes } from '../objects/event-types.js';
import { listOf } from '../params/list-of.js';
import { metadataParam } from '../params/metadata-param.js';
import { oneOf } from '../params/one-of.js';
import { text } from '../params/text.js';
import { unsettable } from '../params/unsettable.js';
import { endpointUrl } from './endpoint-url.js';

/** Where to call, and for which events. */
export const endpointTarget = {
  enabled_events: listOf(oneOf(...eventTypes, '*')),
  url: endpointUrl,
} as const;

/** What else a caller may say about a webhook endpoint; an empty text removes a value. */
export const endpointNotes = { description: unsettable(text), metadata: metadataParam } as const;
