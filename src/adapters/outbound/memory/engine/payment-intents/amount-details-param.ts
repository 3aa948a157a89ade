import { flag, integer, text, unsettable } from '../params/primitives.js';
import { notSimulated, type ParamsOf, shape } from '../params/shape.js';

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
