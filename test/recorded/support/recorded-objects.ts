import type { Recorded } from './differences.js';
import { someId, someText, someTime } from './differences.js';

type Fields = { readonly [key: string]: Recorded };

/** A customer as it was recorded without parameters, with the given fields. Source: step 0 of recording 09. */
export const recordedCustomer = (fields: Fields = {}): Fields => ({
  id: someId('cus'),
  object: 'customer',
  address: null,
  balance: 0,
  created: someTime,
  currency: null,
  customer_account: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: null,
  invoice_prefix: someText,
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
  livemode: false,
  metadata: {},
  name: null,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
  ...fields,
});

/** A page of a list. */
export const recordedPage = (
  url: string,
  data: ReadonlyArray<Recorded>,
  has_more = false,
): Fields => ({ object: 'list', data, has_more, url });

/** A refusal of the request's parameters, whose `code` explains itself at `doc_url`. */
export const recordedRefusal = ({
  code,
  ...fields
}: {
  readonly code?: string;
  readonly message: string;
  readonly param?: string;
}): Fields => ({
  error: {
    ...(code === undefined
      ? {}
      : { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }),
    request_log_url: someText,
    type: 'invalid_request_error',
    ...fields,
  },
});
