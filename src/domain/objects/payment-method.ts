import * as t from 'io-ts';
import { UnixSeconds } from '../input/moment.js';
import { nullable, openWord, text } from '../input/primitives.js';

const paymentMethod = t.intersection(
  [
    t.type({
      /** Id of the payment method, `pm_...` or `card_...`. */
      id: text('Id of the payment method, `pm_...` or `card_...`'),
      /** Always `payment_method`. */
      object: t.literal('payment_method'),
      /** When it was created, Unix seconds. */
      created: UnixSeconds,
      /** Type of payment method. */
      type: openWord(['card'], 'Type of payment method'),
    }),
    t.partial({
      /** Id of the customer, `cus_...`. */
      customer: nullable(text('Id of the customer, `cus_...`')),
      /** The card. */
      card: t.type({
        /** Card brand. */
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
        /** Last four digits. */
        last4: text('Last four digits'),
        /** Month in which the card expires, 1 to 12. */
        exp_month: t.Integer,
        /** Year in which the card expires, four digits. */
        exp_year: t.Integer,
      }),
    }),
  ],
  'PaymentMethod',
);
/** A payment method at the processor. It has `card` when its `type` is `card`. */
export interface PaymentMethod extends Readonly<t.TypeOf<typeof paymentMethod>> {}
export const PaymentMethod: t.Type<PaymentMethod> = paymentMethod;
