import * as t from 'io-ts';
import { textField } from './json.js';
import { IsoMoment, secondsOfIso, UnixSeconds } from './moment.js';

/** An event with its object as it was at that moment, in the API version of `api_version`. */
export const SnapshotEvent = t.intersection(
  [
    t.type({
      id: t.string,
      object: t.literal('event'),
      type: t.string,
      created: UnixSeconds,
      data: t.intersection([
        t.type({ object: t.UnknownRecord }),
        t.partial({ previous_attributes: t.UnknownRecord }),
      ]),
    }),
    t.partial({
      livemode: t.boolean,
      api_version: t.union([t.string, t.null]),
      account: t.union([t.string, t.null]),
    }),
  ],
  'SnapshotEvent',
);
/** `livemode`: whether real money moves; absent: the processor does not say. `account`: the connected account, `acct_...`. */
export interface SnapshotEvent extends Readonly<t.TypeOf<typeof SnapshotEvent>> {}

/**
 * An event that has only the id of its object (https://docs.stripe.com/event-destinations#thin-events): its handler fetches
 * the current object.
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
 * `created` is an ISO 8601 timestamp, such as `2026-09-18T19:56:56.947Z`. `related_object.url` is a path of the processor's
 * API, and `context` the account in whose name it is fetched.
 */
export interface ThinEvent extends Readonly<t.TypeOf<typeof ThinEvent>> {}

/** The type of a thin event, such as `v2.core.account.updated` or `v1.billing.meter.no_meter_found`. */
export type ThinEventType = `v${number}.${string}`;

/** Whether events of this type are thin. */
export const isThinEventType = (type: string): type is ThinEventType => /^v[0-9]+\./.test(type);

/** An event of the processor: a snapshot event with its object, or a thin event with only the object's id. */
export const ProcessorEvent = t.union([SnapshotEvent, ThinEvent], 'ProcessorEvent');
/** An event of the processor. `object` is `event` for a snapshot event and `v2.core.event` for a thin one. */
export type ProcessorEvent = SnapshotEvent | ThinEvent;

/** When the event happened, Unix seconds. */
export const createdOf = (event: ProcessorEvent): number =>
  event.object === 'event' ? event.created : (secondsOfIso(event.created) ?? 0);

/** The API version of the event's object, and its connected account, `acct_...`. */
export type EventOrigin = { readonly api_version: string | null; readonly account: string | null };

/** The origin of an event; a thin event has none. */
export const originOf = (event: ProcessorEvent): EventOrigin =>
  event.object === 'event'
    ? { api_version: event.api_version ?? null, account: event.account ?? null }
    : { api_version: null, account: null };

/**
 * The account in whose name an event happened, `acct_...`; `undefined`: the one that receives it, which is not named. Stripe names
 * a connected account in `account`, and in `context` also those of an organization and of thin events: the last part of a path.
 */
export const accountOf = (event: ProcessorEvent): string | undefined => {
  const named = textField(event, 'account') || textField(event, 'context').split('/').at(-1);
  return named === '' ? undefined : named;
};

/** An item of the processor's list of events; when it is not a valid `ProcessorEvent`, only its id is used. */
export const ListedEvent = t.union([ProcessorEvent, t.type({ id: t.string })], 'ListedEvent');
export type ListedEvent = ProcessorEvent | { readonly id: string };
