import type { Param } from '../params/param.js';
import { enumParam, textUpTo, unsettable } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { localeParam } from './locales.js';
import type { SimulatedMethod } from './method.js';
import { asCustomerDecides } from './redirect-method.js';

// https://docs.stripe.com/api/payment_intents/create#create_payment_intent-payment_method_options-paypal-preferred_locale
const locales = [
  'cs-cz',
  'da-dk',
  'de-at',
  'de-de',
  'de-lu',
  'el-gr',
  'en-gb',
  'en-us',
  'es-es',
  'fi-fi',
  'fr-be',
  'fr-fr',
  'fr-lu',
  'hu-hu',
  'it-it',
  'nl-be',
  'nl-nl',
  'pl-pl',
  'pt-pt',
  'sk-sk',
  'sv-se',
];

// https://docs.stripe.com/payments/paypal, place a hold: an authorization of 10 days, which Stripe extends once.
const secondsToCapture = 20 * 86_400;

const unpaid = {
  country: null,
  payer_email: null,
  payer_id: null,
  payer_name: null,
  seller_protection: null,
} as const;

/**
 * PayPal: the customer approves on PayPal's page. https://docs.stripe.com/payments/paypal: fourteen currencies, manual capture,
 * refunds in whole or in part within 180 days, disputes, saved for later payments.
 */
export const paypal: SimulatedMethod = {
  name: 'PayPal',
  params: shape<Record<never, never>, { readonly [name: string]: Param<string> }>({}),
  needs: [],
  keep: (values) => values,
  redact: (values) => values,
  shown: () => ({ paypal: { country: null, payer_email: null, payer_id: null } }),
  charged: (_values, { billing: { address, email, name }, paidAt }) => ({
    paypal: {
      ...(paidAt === null
        ? unpaid
        : {
            country: address.country,
            payer_email: email,
            payer_id: null,
            payer_name: name,
            seller_protection: {
              dispute_categories: ['fraudulent', 'product_not_received'],
              status: 'eligible',
            },
          }),
      transaction_id: null,
    },
  }),
  options: {
    capture_method: unsettable(enumParam('manual')),
    preferred_locale: localeParam(locales),
    reference: textUpTo(127),
    risk_correlation_id: textUpTo(32),
  },
  plainOptions: { paypal: { preferred_locale: null, reference: null } },
  currencies: [
    'eur',
    'gbp',
    'usd',
    'chf',
    'czk',
    'dkk',
    'nok',
    'pln',
    'sek',
    'aud',
    'cad',
    'hkd',
    'nzd',
    'sgd',
  ],
  confirmation: 'redirect',
  mandate: false,
  setUp: 'itself',
  manualCapture: true,
  secondsToCapture,
  refunds: 'at_once',
  behaviour: asCustomerDecides,
};
