import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { enumParam, integerParam, unsettable } from '../params/primitives.js';
import { type Params, shape } from '../params/shape.js';
import { providerDecline } from './approval.js';
import { localeParam } from './locales.js';
import type { MethodValues, SimulatedMethod } from './method.js';

const given = shape(
  {},
  { dob: shape({ day: integerParam, month: integerParam, year: integerParam }) },
);

// The date of birth is kept as one text.
const params: Params<MethodValues> = {
  known: given.known,
  read: (value, name) =>
    pipe(
      given.read(value, name),
      E.map(({ dob }) => (dob === undefined ? {} : { dob: `${dob.year}-${dob.month}-${dob.day}` })),
    ),
};

const dateOf = (text: string) => {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return { day, month, year };
};

// https://docs.stripe.com/api/payment_intents/create#create_payment_intent-payment_method_options-klarna-preferred_locale
const locales = [
  'cs-cz',
  'da-dk',
  'de-at',
  'de-ch',
  'de-de',
  'el-gr',
  'en-at',
  'en-au',
  'en-be',
  'en-ca',
  'en-ch',
  'en-cz',
  'en-de',
  'en-dk',
  'en-es',
  'en-fi',
  'en-fr',
  'en-gb',
  'en-gr',
  'en-ie',
  'en-it',
  'en-nl',
  'en-no',
  'en-nz',
  'en-pl',
  'en-pt',
  'en-ro',
  'en-se',
  'en-us',
  'es-es',
  'es-us',
  'fi-fi',
  'fr-be',
  'fr-ca',
  'fr-ch',
  'fr-fr',
  'it-ch',
  'it-it',
  'nb-no',
  'nl-be',
  'nl-nl',
  'pl-pl',
  'pt-pt',
  'ro-ro',
  'sv-fi',
  'sv-se',
];

// https://docs.stripe.com/payments/klarna/accept-a-payment: the denied customers of every country have such addresses.
const isDenied = (email: string | null): boolean => email?.includes('+denied@') === true;

const secondsToComplete = 48 * 60 * 60;

const secondsToCapture = 28 * 86_400;

/**
 * Klarna: the customer chooses on Klarna's page how to pay: at once, later or in parts. The shop is paid at once.
 * https://docs.stripe.com/payments/klarna: thirteen currencies, manual capture within 28 days, refunds in whole or in part,
 * disputes, saved for later payments. The customer has 48 hours. A payment method without data was recorded in 2026.
 */
export const klarna: SimulatedMethod = {
  name: 'Klarna',
  params,
  needs: [],
  keep: (values) => values,
  redact: (values) => values,
  shown: ({ dob }) => ({ klarna: dob === undefined ? {} : { dob: dateOf(dob) } }),
  charged: (_values, { billing: { address }, paidAt }) => ({
    klarna: {
      payer_details:
        paidAt === null || address.country === null
          ? null
          : { address: { country: address.country } },
      payment_method_category: paidAt === null ? null : 'pay_later',
      preferred_locale: null,
    },
  }),
  options: {
    capture_method: unsettable(enumParam('manual')),
    preferred_locale: localeParam(locales),
  },
  plainOptions: { klarna: { preferred_locale: null } },
  currencies: [
    'aud',
    'cad',
    'chf',
    'czk',
    'dkk',
    'eur',
    'gbp',
    'nok',
    'nzd',
    'pln',
    'ron',
    'sek',
    'usd',
  ],
  confirmation: 'redirect',
  mandate: false,
  setUp: 'itself',
  manualCapture: true,
  secondsToCapture,
  refunds: 'at_once',
  behaviour: (_values, { email }) => ({
    decline: isDenied(email) ? providerDecline : null,
    secondsInProcessing: 0,
    dispute: null,
    approval: { seconds: secondsToComplete, outcome: 'expired' },
  }),
};
