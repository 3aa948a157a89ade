import * as t from 'io-ts';
import { IsoMoment } from './iso-moment.js';

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
