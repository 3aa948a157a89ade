import { EventId } from '../../../../src/domain/ids.js';
import type { ProcessorEvent } from '../../../../src/domain/processor-event.js';

type Facts = {
  readonly type?: string;
  readonly object?: string | null;
  readonly created?: number;
  readonly note?: string;
};

/** An event with what a test is about. Without `object` it is about an object that no other is about. */
export const eventOf = (
  id: string,
  {
    type = 'charge.succeeded',
    object = `ch_${id}`,
    created = 1_700_000_000,
    note = `ñ €  '"\\`,
  }: Facts = {},
): ProcessorEvent => ({
  id,
  object: 'event',
  type,
  created,
  livemode: false,
  data: { object: { ...(object === null ? {} : { id: object }), note } },
});

/** An id as the inbox takes it. */
export const eventId = (id: string): EventId => {
  if (!EventId.is(id)) throw new Error(`${id} is no id`);
  return id;
};
