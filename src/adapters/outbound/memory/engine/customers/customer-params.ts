import { address } from '../params/address.js';
import { metadataParam } from '../params/metadata.js';
import { integer, listOf, oneOf, text, textUpTo, unsettable } from '../params/primitives.js';
import { notSimulated, type ParamsOf, shape } from '../params/shape.js';
import { sourceParam } from '../sources/source-param.js';
import { invoicePrefix } from './invoice-prefix.js';
import { invoiceSettingsParam } from './invoice-settings-param.js';

/** What a caller may say about a customer; an empty text removes a value. `balance` is minor units. */
export const customerFields = {
  address: unsettable(address),
  balance: integer,
  business_name: unsettable(textUpTo(150)),
  description: unsettable(text),
  email: unsettable(textUpTo(512)),
  individual_name: unsettable(textUpTo(150)),
  invoice_prefix: invoicePrefix,
  invoice_settings: invoiceSettingsParam,
  metadata: metadataParam,
  name: unsettable(textUpTo(256)),
  next_invoice_sequence: integer,
  phone: unsettable(textUpTo(20)),
  preferred_locales: unsettable(listOf(text)),
  shipping: unsettable(shape({ address, name: text }, { phone: unsettable(text) })),
  source: sourceParam,
  tax_exempt: unsettable(oneOf('none', 'exempt', 'reverse')),
  ...notSimulated('cash_balance', 'coupon', 'promotion_code', 'tax', 'validate'),
} as const;

const CustomerParams = shape({}, customerFields);
export type CustomerParams = ParamsOf<typeof CustomerParams>;
