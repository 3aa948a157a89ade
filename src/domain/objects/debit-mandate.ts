import * as t from 'io-ts';
import { nullable, openWord, text } from '../input/primitives.js';
import { objectAmount } from '../money/money.js';

const debitMandate = t.intersection(
  [
    t.type({
      /** Id of the mandate, `mandate_...`. */
      id: text('Id of the mandate, `mandate_...`'),
      /** Always `mandate`. */
      object: t.literal('mandate'),
      /** Whether real money moves. */
      livemode: t.boolean,
      /** Id of the payment method that may be debited, `pm_...`. */
      payment_method: text('Id of the payment method that may be debited, `pm_...`'),
      /** Whether payments may be made under it. */
      status: openWord(['active', 'inactive', 'pending'], 'Whether payments may be made under it'),
      /** Whether it holds for one payment, or for all to come. */
      type: openWord(
        ['multi_use', 'single_use'],
        'Whether it holds for one payment, or for all to come',
      ),
    }),
    t.partial({
      /** How the customer has agreed. */
      customer_acceptance: t.intersection([
        t.type({
          /** In the browser or on paper. */
          type: openWord(['online', 'offline'], 'In the browser or on paper'),
        }),
        t.partial({
          /** When the customer agreed, Unix seconds. */
          accepted_at: nullable(t.number),
        }),
      ]),
      /** The payment method in the mandate. */
      payment_method_details: t.type({
        /** The type of payment method, such as `sepa_debit`. */
        type: text('The type of payment method, such as `sepa_debit`'),
      }),
      /** The payment for which alone it is. */
      single_use: t.type({
        /** Amount in minor units (cents). */
        amount: objectAmount('Amount in minor units (cents)'),
        /** Three-letter ISO code. */
        currency: text('Three-letter ISO code'),
      }),
    }),
  ],
  'DebitMandate',
);
/** A customer's permission to debit an account, such as by SEPA. */
export interface DebitMandate extends Readonly<t.TypeOf<typeof debitMandate>> {}
export const DebitMandate: t.Type<DebitMandate> = debitMandate;
