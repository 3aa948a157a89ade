import * as t from 'io-ts';
import { IsoMoment, secondsOfIso, UnixSeconds } from './moment.js';

/** An event that has its object as it was then, of the version of the processor's interface that it names. */
export const SnapshotEvent = t.intersection(
  [
    t.type({
      id: t.string,
      object: t.literal('event'),
      type: t.string,
      created: UnixSeconds,
      livemode: t.boolean,
      data: t.intersection([
        t.type({ object: t.UnknownRecord }),
        t.partial({ previous_attributes: t.UnknownRecord }),
      ]),
    }),
    t.partial({
      api_version: t.union([t.string, t.null]),
      account: t.union([t.string, t.null]),
    }),
  ],
  'SnapshotEvent',
);
/** `account`: the connected account that it is of, `acct_...`. */
export interface SnapshotEvent extends Readonly<t.TypeOf<typeof SnapshotEvent>> {}

/**
 * An event that only names its object (https://docs.stripe.com/event-destinations#thin-events): whoever handles it fetches the
 * object as it is by then.
 */
export const ThinEvent = t.intersection(
  [
    t.type({
      id: t.string,
      object: t.literal('v2.core.event'),
      type: t.string,
      created: IsoMoment,
      livemode: t.boolean,
    }),
    t.partial({
      context: t.union([t.string, t.null]),
      related_object: t.union([t.type({ id: t.string, type: t.string, url: t.string }), t.null]),
      reason: t.union([t.UnknownRecord, t.null]),
    }),
  ],
  'ThinEvent',
);
/**
 * `created` is an ISO text, such as `2026-09-18T19:56:56.947Z`. `related_object.url` is a path of the processor's interface;
 * `context` says with which authority it is fetched.
 */
export interface ThinEvent extends Readonly<t.TypeOf<typeof ThinEvent>> {}

/** The types that thin events have, such as `v2.core.account.updated` and `v1.billing.meter.no_meter_found`. */
export type ThinEventType = `v${number}.${string}`;

/** Whether events of a type are thin. */
export const isThinEventType = (type: string): type is ThinEventType => /^v[0-9]+\./.test(type);

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

/** What stands in the processor's list of events: one that is no `ProcessorEvent` is known by its id alone. */
export const ListedEvent = t.union([ProcessorEvent, t.type({ id: t.string })], 'ListedEvent');
export type ListedEvent = ProcessorEvent | { readonly id: string };
