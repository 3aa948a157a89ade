import * as t from 'io-ts';
import { printable } from './printable.js';
import { UnixSeconds } from './unix-seconds.js';

/** An event of the processor: what happened, and the object as it was then. */
export const ProcessorEvent = t.intersection(
  [
    t.type({
      id: printable('`evt_...`'),
      object: t.literal('event'),
      type: printable('What happened, such as `payment_intent.succeeded`'),
      created: UnixSeconds,
      livemode: t.boolean,
      data: t.intersection([
        t.type({ object: t.UnknownRecord }),
        t.partial({ previous_attributes: t.UnknownRecord }),
      ]),
    }),
    t.partial({ api_version: t.union([t.string, t.null]) }),
  ],
  'ProcessorEvent',
);
export interface ProcessorEvent extends Readonly<t.TypeOf<typeof ProcessorEvent>> {}
