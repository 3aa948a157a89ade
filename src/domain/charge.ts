import * as t from 'io-ts';
import { ObjectMetadata } from './metadata.js';
import { objectAmount } from './money.js';
import { nullable, openWord, text } from './primitives.js';

/** A charge at the processor. Amounts are in minor units (cents). */
export const Charge = t.intersection(
  [
    t.type({
      id: text('`ch_...`'),
      object: t.literal('charge'),
      amount: objectAmount('Amount in cents'),
      status: openWord(['succeeded', 'pending', 'failed'], 'Outcome of the charge'),
      paid: t.boolean,
    }),
    t.partial({
      amount_refunded: objectAmount('Amount refunded so far, in cents'),
      refunded: t.boolean,
      amount_captured: objectAmount('Amount captured, in minor units'),
      captured: t.boolean,
      description: nullable(text('Description set by the shop')),
      currency: text('Three-letter ISO code'),
      payment_intent: nullable(text('`pi_...`')),
      metadata: ObjectMetadata,
    }),
  ],
  'Charge',
);
export interface Charge extends Readonly<t.TypeOf<typeof Charge>> {}
