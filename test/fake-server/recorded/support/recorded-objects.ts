import type { Recorded } from './differences.js';
import { someId, someNumber, someText, someTextLater, someTime } from './differences.js';

type Fields = { readonly [key: string]: Recorded };

type PaymentMethodFields = {
  readonly [key: string]: Recorded;
  readonly card?: Fields;
  /** The name of the billing details. */
  readonly name?: string;
};

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

/** The card of a payment method as it was recorded, with the given fields. Source: step 3 of recording 06. */
const recordedCard = (fields: Fields): Fields => ({
  brand: 'visa',
  checks: {
    address_line1_check: null,
    address_postal_code_check: null,
    cvc_check: 'unchecked',
  },
  country: 'US',
  display_brand: 'visa',
  exp_month: someNumber,
  exp_year: someNumber,
  fingerprint: someText,
  funding: 'credit',
  generated_from: null,
  last4: '4242',
  networks: { available: ['visa'], preferred: null },
  regulated_status: 'unregulated',
  three_d_secure_usage: { supported: true },
  wallet: null,
  ...fields,
});

const noAddress: Fields = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

/** A payment method as it was recorded, with the given fields. Source: step 3 of recording 06. */
export const recordedPaymentMethod = ({
  card,
  name,
  ...fields
}: PaymentMethodFields = {}): Fields => ({
  id: someId('pm'),
  object: 'payment_method',
  allow_redisplay: 'unspecified',
  billing_details: {
    address: noAddress,
    email: null,
    name: name ?? null,
    phone: null,
    tax_id: null,
  },
  card: recordedCard(card ?? {}),
  created: someTime,
  customer: null,
  customer_account: null,
  livemode: false,
  metadata: {},
  shared_payment_granted_token: null,
  type: 'card',
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
    request_log_url: someTextLater,
    type: 'invalid_request_error',
    ...fields,
  },
});
