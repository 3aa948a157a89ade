import { enumParam } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import type { SimulatedMethod } from './method.js';
import { asCustomerDecides } from './redirect-method.js';

/**
 * Bancontact: the customer approves on the page of a bank in Belgium, or in its app.
 * https://docs.stripe.com/payments/bancontact: euros, no manual capture, refunds in whole or in part, no disputes, saved as a SEPA
 * direct debit. The bank is that of the account that the debit of a test is made from.
 */
export const bancontact: SimulatedMethod = {
  name: 'Bancontact',
  params: shape({}, {}),
  needs: ['name'],
  keep: (given) => given,
  redact: (given) => given,
  shown: () => ({ bancontact: {} }),
  charged: (_values, { generated, paidAt }) => ({
    bancontact: {
      bank_code: paidAt === null ? null : 'VAPE',
      bank_name: paidAt === null ? null : 'VAN DE PUT & CO',
      bic: paidAt === null ? null : 'VAPEBE22',
      generated_sepa_debit: generated?.method ?? null,
      generated_sepa_debit_mandate: generated?.mandate ?? null,
      iban_last4: paidAt === null ? null : '7061',
      preferred_language: null,
      verified_name: paidAt === null ? null : 'Jenny Rosen',
    },
  }),
  options: { preferred_language: enumParam('de', 'en', 'fr', 'nl') },
  plainOptions: { bancontact: { preferred_language: 'en' } },
  currencies: ['eur'],
  confirmation: 'redirect',
  mandate: false,
  setUp: { asDebitOf: 'BE62510007547061' },
  manualCapture: false,
  refunds: 'later',
  behaviour: asCustomerDecides,
};
