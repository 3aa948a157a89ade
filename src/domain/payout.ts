import * as t from 'io-ts';
import { ObjectMetadata } from './metadata.js';
import { UnixSeconds } from './moment.js';
import { objectAmount } from './money.js';
import { nullable, openWord, text } from './primitives.js';

/** A payout of the processor to the shop's bank account. `amount` is in minor units (cents), and may be negative. */
export const Payout = t.intersection(
  [
    t.type({
      id: text('`po_...`'),
      object: t.literal('payout'),
      amount: objectAmount('Amount in cents'),
      arrival_date: UnixSeconds,
      created: UnixSeconds,
      currency: text('Three-letter ISO code'),
      livemode: t.boolean,
      status: openWord(
        ['pending', 'in_transit', 'paid', 'failed', 'canceled'],
        'Status; other values are possible',
      ),
    }),
    t.partial({
      automatic: t.boolean,
      description: nullable(text('Description set by the shop')),
      failure_code: nullable(text('Why the payout failed')),
      failure_message: nullable(text('The text of the processor')),
      metadata: ObjectMetadata,
    }),
  ],
  'Payout',
);
export interface Payout extends Readonly<t.TypeOf<typeof Payout>> {}
