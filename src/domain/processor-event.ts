import * as t from 'io-ts';
import { UnixSeconds } from './unix-seconds.js';

/** An event of the processor: what happened, and the object as it was then. */
export const ProcessorEvent = t.intersection(
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
    t.partial({ api_version: t.union([t.string, t.null]) }),
  ],
  'ProcessorEvent',
);
export interface ProcessorEvent extends Readonly<t.TypeOf<typeof ProcessorEvent>> {}
