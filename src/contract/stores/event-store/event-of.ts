import type { SnapshotEvent, ThinEvent } from '../../../domain/events/processor-event.js';

type Facts = {
  readonly type?: string;
  readonly object?: string | null;
  readonly created?: number;
  readonly note?: string;
  /** More fields of its object. */
  readonly fields?: { readonly [name: string]: unknown };
};

/** An event. Without `object` it is about an object of its own. */
export const eventOf = (
  id: string,
  {
    type = 'charge.succeeded',
    object = `ch_${id}`,
    created = 1_700_000_000,
    note = `ñ €  '"\\`,
    fields = {},
  }: Facts = {},
): SnapshotEvent => ({
  id,
  object: 'event',
  type,
  created,
  livemode: false,
  data: { object: { ...(object === null ? {} : { id: object }), note, ...fields } },
});

/** A thin event about a meter. */
export const thinEventOf = (id: string, created: string): ThinEvent => ({
  id,
  object: 'v2.core.event',
  type: 'v1.billing.meter.error_report_triggered',
  created,
  livemode: false,
  related_object: { id: 'mtr_1', type: 'billing.meter', url: '/v1/billing/meters/mtr_1' },
});
