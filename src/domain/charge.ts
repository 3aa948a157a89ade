import * as t from 'io-ts';
import { ObjectMetadata } from './metadata.js';
import { minorUnits } from './money.js';
import { nullable, text } from './primitives.js';

/** A charge as the processor keeps it. Amounts are cents. */
export const Charge = t.intersection(
  [
    t.type({
      id: text('`ch_...`'),
      object: t.literal('charge'),
      amount: minorUnits('Amount in cents'),
      status: text('How it ended', { examples: ['succeeded', 'pending', 'failed'] }),
      paid: t.boolean,
    }),
    t.partial({
      amount_refunded: minorUnits('What was given back of it, in cents'),
      refunded: t.boolean,
      amount_captured: minorUnits('What was taken of it, in minor units'),
      captured: t.boolean,
      description: nullable(text('What it is for, as the shop said')),
      currency: text('Three-letter ISO code'),
      payment_intent: nullable(text('`pi_...`')),
      metadata: ObjectMetadata,
    }),
  ],
  'Charge',
);
export interface Charge extends Readonly<t.TypeOf<typeof Charge>> {}
