import * as t from 'io-ts';
import { ObjectMetadata } from './metadata.js';
import { objectAmount } from './money.js';
import { nullable, openWord, text } from './primitives.js';

const charge = t.intersection(
  [
    t.type({
      /** Id of the charge, `ch_...`. */
      id: text('Id of the charge, `ch_...`'),
      /** Always `charge`. */
      object: t.literal('charge'),
      /** Amount in minor units (cents). */
      amount: objectAmount('Amount in minor units (cents)'),
      /** Outcome of the charge. */
      status: openWord(['succeeded', 'pending', 'failed'], 'Outcome of the charge'),
      /** Whether it succeeded. */
      paid: t.boolean,
    }),
    t.partial({
      /** Amount refunded so far, in minor units (cents). */
      amount_refunded: objectAmount('Amount refunded so far, in minor units (cents)'),
      /** Whether all of it is refunded. */
      refunded: t.boolean,
      /** Amount captured, in minor units. */
      amount_captured: objectAmount('Amount captured, in minor units'),
      /** Whether it is captured. */
      captured: t.boolean,
      /** Description set by the shop. */
      description: nullable(text('Description set by the shop')),
      /** Three-letter ISO code. */
      currency: text('Three-letter ISO code'),
      /** Id of the payment intent, `pi_...`. */
      payment_intent: nullable(text('Id of the payment intent, `pi_...`')),
      /** Your own texts by name. */
      metadata: ObjectMetadata,
    }),
  ],
  'Charge',
);
/** A charge at the processor. Amounts are in minor units (cents). */
export interface Charge extends Readonly<t.TypeOf<typeof charge>> {}
export const Charge: t.Type<Charge> = charge;
