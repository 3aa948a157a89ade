import * as t from 'io-ts';
import { UnixSeconds } from './moment.js';
import { nullable, openWord, text } from './primitives.js';

/** A payment method at the processor. It has `card` when its `type` is `card`. */
export const PaymentMethod = t.intersection(
  [
    t.type({
      id: text('`pm_...` or `card_...`'),
      object: t.literal('payment_method'),
      created: UnixSeconds,
      type: openWord(['card'], 'Type of payment method'),
    }),
    t.partial({
      customer: nullable(text('`cus_...`')),
      card: t.type({
        brand: openWord(
          [
            'visa',
            'mastercard',
            'amex',
            'cartes_bancaires',
            'diners',
            'discover',
            'eftpos_au',
            'jcb',
            'link',
            'unionpay',
            'unknown',
          ],
          'Card brand',
        ),
        last4: text('Last four digits'),
        exp_month: t.Integer,
        exp_year: t.Integer,
      }),
    }),
  ],
  'PaymentMethod',
);
export interface PaymentMethod extends Readonly<t.TypeOf<typeof PaymentMethod>> {}
