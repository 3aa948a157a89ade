import * as t from 'io-ts';
import { textField } from '../input/json.js';
import { IsoMoment, secondsOfIso, UnixSeconds } from '../input/moment.js';

const snapshotEvent = t.intersection(
  [
    t.type({
      /** Id of the event, `evt_...`. */
      id: t.string,
      /** Always `event`. */
      object: t.literal('event'),
      /** The type of the event, such as `payment_intent.succeeded`. */
      type: t.string,
      /** When it happened, Unix seconds. */
      created: UnixSeconds,
      /** The object of the event. */
      data: t.intersection([
        t.type({
          /** The object as it was when the event happened. */
          object: t.UnknownRecord,
        }),
        t.partial({
          /** The former values of the fields that changed. */
          previous_attributes: t.UnknownRecord,
        }),
      ]),
    }),
    t.partial({
      /** Whether real money moves; absent: the processor does not say. */
      livemode: t.boolean,
      /** API version of the event's object. */
      api_version: t.union([t.string, t.null]),
      /** Connected account of the event, `acct_...`. */
      account: t.union([t.string, t.null]),
    }),
  ],
  'SnapshotEvent',
);
/** An event with its object as it was at that moment, in the API version of `api_version`. */
export interface SnapshotEvent extends Readonly<t.TypeOf<typeof snapshotEvent>> {}
export const SnapshotEvent: t.Type<SnapshotEvent> = snapshotEvent;

const thinEvent = t.intersection(
  [
    t.type({
      /** Id of the event, `evt_...`. */
      id: t.string,
      /** Always `v2.core.event`. */
      object: t.literal('v2.core.event'),
      /** The type of the event, such as `v2.core.account.updated`. */
      type: t.string,
      /** When it happened, ISO 8601. */
      created: IsoMoment,
      /** Whether real money moves. */
      livemode: t.boolean,
    }),
    t.partial({
      /** The account in whose name the object is fetched. */
      context: t.union([t.string, t.null]),
      /** The object that the event is about. */
      related_object: t.union([
        t.type({
          /** Id of the object. */
          id: t.string,
          /** Type of the object. */
          type: t.string,
          /** Path of the object in the processor's API. */
          url: t.string,
        }),
        t.null,
      ]),
      /** Why the event happened. */
      reason: t.union([t.UnknownRecord, t.null]),
    }),
  ],
  'ThinEvent',
);
/**
 * An event that has only the id of its object (https://docs.stripe.com/event-destinations#thin-events): its handler fetches
 * the current object.
 */
export interface ThinEvent extends Readonly<t.TypeOf<typeof thinEvent>> {}
export const ThinEvent: t.Type<ThinEvent> = thinEvent;

/** The type of a thin event, such as `v2.core.account.updated` or `v1.billing.meter.no_meter_found`. */
export type ThinEventType = `v${number}.${string}`;

/** Whether events of this type are thin. */
export const isThinEventType = (type: string): type is ThinEventType => /^v[0-9]+\./.test(type);

/** An event of the processor: a snapshot event with its object, or a thin event with only the object's id. */
export const ProcessorEvent: t.Type<ProcessorEvent> = t.union(
  [SnapshotEvent, ThinEvent],
  'ProcessorEvent',
);
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
export const ListedEvent: t.Type<ListedEvent> = t.union(
  [
    ProcessorEvent,
    t.type({
      /** Id of the event. */
      id: t.string,
    }),
  ],
  'ListedEvent',
);
export type ListedEvent = ProcessorEvent | { readonly id: string };
