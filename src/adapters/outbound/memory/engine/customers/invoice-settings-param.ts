import { listOf, oneOf, text, textUpTo, unsettable } from '../params/primitives.js';
import { notSimulated, type ParamsOf, shape } from '../params/shape.js';

/** How invoices of a customer look, and what pays them; an empty text removes a value. */
export const invoiceSettingsParam = shape(
  {},
  {
    custom_fields: unsettable(listOf(shape({ name: textUpTo(40), value: textUpTo(140) }))),
    default_payment_method: unsettable(text),
    footer: unsettable(text),
    rendering_options: unsettable(
      shape(
        {},
        {
          amount_tax_display: unsettable(oneOf('exclude_tax', 'include_inclusive_tax')),
          ...notSimulated('template'),
        },
      ),
    ),
  },
);
export type InvoiceSettingsParam = ParamsOf<typeof invoiceSettingsParam>;
