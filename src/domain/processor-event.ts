import * as t from 'io-ts';
import { secondsOfIso } from './iso-moment.js';
import { SnapshotEvent } from './snapshot-event.js';
import { ThinEvent } from './thin-event.js';

/** An event of the processor: what happened, with its object as it was then or with the object's name alone. */
export const ProcessorEvent = t.union([SnapshotEvent, ThinEvent], 'ProcessorEvent');
/** `object` tells which of the two it is: `event` or `v2.core.event`. */
export type ProcessorEvent = SnapshotEvent | ThinEvent;

/** When an event happened, Unix seconds. */
export const createdOf = (event: ProcessorEvent): number =>
  event.object === 'event' ? event.created : (secondsOfIso(event.created) ?? 0);

/** Where an event comes from: the version of its object, and the connected account that it is of, `acct_...`. */
export type EventOrigin = { readonly api_version: string | null; readonly account: string | null };

/** The origin that an event names; a thin one names none. */
export const originOf = (event: ProcessorEvent): EventOrigin =>
  event.object === 'event'
    ? { api_version: event.api_version ?? null, account: event.account ?? null }
    : { api_version: null, account: null };
