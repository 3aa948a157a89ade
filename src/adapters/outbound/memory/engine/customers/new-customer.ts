import type { CustomerObject, InvoiceSettings } from '../objects/customer.js';
import { deepFreeze } from '../objects/json.js';

const invoiceSettings: InvoiceSettings = deepFreeze({
  custom_fields: null,
  default_payment_method: null,
  footer: null,
  rendering_options: null,
});

/** A customer of whom nothing is known. `created`: Unix seconds. */
export const newCustomer = (id: string, created: number): CustomerObject => ({
  id,
  object: 'customer',
  address: null,
  balance: 0,
  created,
  currency: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: null,
  invoice_prefix: id.slice(-8).toUpperCase(),
  invoice_settings: invoiceSettings,
  livemode: false,
  metadata: {},
  name: null,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
});
