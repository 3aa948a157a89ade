import * as t from 'io-ts';
import { UnixSeconds } from './unix-seconds.js';

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
