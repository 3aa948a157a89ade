import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { Field } from '../input/field.js';
import { UnixSeconds } from '../input/moment.js';
import { nullable, openWord, text } from '../input/primitives.js';
import { objectAmount } from '../money/money.js';
import type { Refusal } from '../refusal.js';
import { ObjectMetadata } from './metadata.js';
import { ReturnUrl } from './return-url.js';

/** The purposes of a checkout session that Pasarela creates. */
export const checkoutModes = ['payment', 'setup'] as const;

/** Whether Checkout makes a customer of everybody who pays. */
export const customerCreations = ['always', 'if_required'] as const;

/** The languages of the page; `auto` is that of the browser. */
export const checkoutLocales = [
  'auto',
  'bg',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'en-GB',
  'es',
  'es-419',
  'et',
  'fi',
  'fil',
  'fr',
  'fr-CA',
  'hr',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'lt',
  'lv',
  'ms',
  'mt',
  'nb',
  'nl',
  'pl',
  'pt',
  'pt-BR',
  'ro',
  'ru',
  'sk',
  'sl',
  'sv',
  'th',
  'tr',
  'vi',
  'zh',
  'zh-HK',
  'zh-TW',
] as const;

const CustomerDetails = t.partial({
  /** Email address. */
  email: nullable(text('Email address')),
  /** Full name. */
  name: nullable(text('Full name')),
  /** Phone number. */
  phone: nullable(text('Phone number')),
});

const checkoutSessionSnapshot = t.intersection(
  [
    t.type({
      /** Id of the checkout session, `cs_...`. */
      id: text('Id of the checkout session, `cs_...`'),
      /** Always `checkout.session`. */
      object: t.literal('checkout.session'),
      /** When it was created, Unix seconds. */
      created: UnixSeconds,
      /** Whether real money moves. */
      livemode: t.boolean,
      /** The purpose of the page. */
      mode: openWord([...checkoutModes, 'subscription'], 'The purpose of the page'),
      /** Whether it is paid. */
      payment_status: openWord(['paid', 'unpaid', 'no_payment_required'], 'Whether it is paid'),
    }),
    t.partial({
      /** Amount to pay, in minor units. */
      amount_total: nullable(objectAmount('Amount to pay, in minor units')),
      /** Reference set by the shop. */
      client_reference_id: nullable(text('Reference set by the shop')),
      /** Three-letter ISO code. */
      currency: nullable(text('Three-letter ISO code')),
      /** Id of the customer, `cus_...`. */
      customer: nullable(text('Id of the customer, `cus_...`')),
      /** The customer's details, from the page or from the shop. */
      customer_details: nullable(CustomerDetails),
      /** Email address that the shop gave. */
      customer_email: nullable(text('Email address that the shop gave')),
      /** When it expires, Unix seconds. */
      expires_at: UnixSeconds,
      /** Your own texts by name. */
      metadata: ObjectMetadata,
      /** Id of the payment intent, `pi_...`, in mode `payment`. */
      payment_intent: nullable(text('Id of the payment intent, `pi_...`, in mode `payment`')),
      /** The types of payment methods that the page offers. */
      payment_method_types: nullable(t.readonlyArray(t.string)),
      /** Id of the setup intent, `seti_...`, in mode `setup`. */
      setup_intent: nullable(text('Id of the setup intent, `seti_...`, in mode `setup`')),
      /** Status; other values are possible. */
      status: nullable(
        openWord(['open', 'complete', 'expired'], 'Status; other values are possible'),
      ),
    }),
  ],
  'CheckoutSessionSnapshot',
);
/**
 * The checkout session in an event, as it was at that moment: a page of the processor on which a customer pays, or saves a
 * card (`mode: 'setup'`). Amounts are in minor units (cents).
 */
export interface CheckoutSessionSnapshot
  extends Readonly<t.TypeOf<typeof checkoutSessionSnapshot>> {}
export const CheckoutSessionSnapshot: t.Type<CheckoutSessionSnapshot> = checkoutSessionSnapshot;

const checkoutSession = t.intersection(
  [
    ...checkoutSessionSnapshot.types,
    t.partial({
      /** The page to send the customer to; only in the answer to the creation: whoever has it can pay and sees what the customer entered. */
      url: nullable(
        text(
          'The page to send the customer to; only in the answer to the creation: whoever has it can pay and sees what the customer entered',
        ),
      ),
    }),
  ],
  'CheckoutSession',
);
/**
 * A checkout session at the processor: a page of the processor on which a customer pays, or saves a card (`mode: 'setup'`). A
 * `complete` session may still be unpaid: `payment_status` says so. Amounts are in minor units (cents).
 */
export interface CheckoutSession extends Readonly<t.TypeOf<typeof checkoutSession>> {}
export const CheckoutSession: t.Type<CheckoutSession> = checkoutSession;

// The processor replaces it only as it stands (https://docs.stripe.com/payments/checkout/custom-success-page).
const placeholder = '{CHECKOUT_SESSION_ID}';
const encoded = /%7[Bb]CHECKOUT_SESSION_ID%7[Dd]/;

const refused: Refusal = { _tag: 'NotA', expected: 'success-url' };

/** The page to which Checkout sends the customer at its end: a `ReturnUrl` in which the processor writes the id of the session. */
export const SuccessUrl = new Field<string>({
  name: 'SuccessUrl',
  schema: {
    ...ReturnUrl.schema,
    not: { pattern: encoded.source },
    description: `The page that the customer comes to after Checkout: an \`https\` or \`http\` URL. The processor replaces \`${placeholder}\` in it by the id of the session; it must not be encoded`,
    examples: [`https://shop.example/thanks?session=${placeholder}`],
  },
  is: (value): value is string => ReturnUrl.is(value) && !encoded.test(value),
  refine: (value) => {
    const url = ReturnUrl.refine(value);
    return E.isRight(url) && encoded.test(url.right) ? E.left(refused) : url;
  },
  encode: (url) => url,
});
