import * as t from 'io-ts';
import { nullable } from './nullable.js';

/** A charge as the processor keeps it. Amounts are cents. */
export const Charge = t.intersection(
  [
    t.type({
      id: t.string,
      object: t.literal('charge'),
      amount: t.Integer,
      status: t.string,
      paid: t.boolean,
    }),
    t.partial({
      amount_refunded: t.Integer,
      refunded: t.boolean,
      currency: t.string,
      payment_intent: nullable(t.string),
    }),
  ],
  'Charge',
);
export type Charge = Readonly<t.TypeOf<typeof Charge>>;
