import * as t from 'io-ts';
import { text } from '../input/primitives.js';
import { objectAmount } from '../money/money.js';

const amounts = t.readonlyArray(
  t.type({
    /** Amount in minor units (cents); it may be negative. */
    amount: objectAmount('Amount in minor units (cents); it may be negative'),
    /** Three-letter ISO code. */
    currency: text('Three-letter ISO code'),
  }),
);

const balance = t.intersection(
  [
    t.type({
      /** Always `balance`. */
      object: t.literal('balance'),
      /** The money that can be paid out, by currency. */
      available: amounts,
      /** The money that becomes available later, by currency. */
      pending: amounts,
    }),
    t.partial({
      /** Whether it is real money. */
      livemode: t.boolean,
    }),
  ],
  'Balance',
);
/** The balance of the shop at the processor, by currency. Amounts are in minor units (cents). */
export interface Balance extends Readonly<t.TypeOf<typeof balance>> {}
export const Balance: t.Type<Balance> = balance;
