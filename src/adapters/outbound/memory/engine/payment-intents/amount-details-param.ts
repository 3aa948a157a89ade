import { flag } from '../params/flag.js';
import { integer } from '../params/integer.js';
import { notSimulated } from '../params/not-simulated.js';
import type { ParamsOf } from '../params/params.js';
import { shape } from '../params/shape.js';
import { text } from '../params/text.js';
import { unsettable } from '../params/unsettable.js';

/** What an amount is made of. Amounts are minor units. */
export const amountDetailsParam = shape(
  {},
  {
    discount_amount: unsettable(integer),
    enforce_arithmetic_validation: flag,
    shipping: unsettable(
      shape(
        {},
        {
          amount: unsettable(integer),
          from_postal_code: unsettable(text),
          to_postal_code: unsettable(text),
        },
      ),
    ),
    tax: unsettable(shape({}, { total_tax_amount: integer, ...notSimulated('tax_breakdown') })),
    ...notSimulated('line_items', 'surcharge'),
  },
);
export type AmountDetailsParam = ParamsOf<typeof amountDetailsParam>;
