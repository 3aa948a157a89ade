import { enumParam } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { orNull, type SimulatedMethod } from './method.js';
import { asCustomerDecides } from './redirect-method.js';

// https://docs.stripe.com/api/payment_methods/object#payment_method_object-ideal-bic
const bics: { readonly [bank: string]: string } = {
  abn_amro: 'ABNANL2A',
  adyen: 'ADYBNL2A',
  asn_bank: 'ASNBNL21',
  bunq: 'BUNQNL2A',
  buut: 'BUUTNL2A',
  finom: 'FNOMNL22',
  handelsbanken: 'HANDNL2A',
  ing: 'INGBNL2A',
  knab: 'KNABNL2H',
  mollie: 'MLLENL2A',
  moneyou: 'MOYONL21',
  n26: 'NTSBDEB1',
  nn: 'NNBANL2G',
  rabobank: 'RABONL2U',
  regiobank: 'RBRBNL21',
  revolut: 'REVOLT21',
  sns_bank: 'SNSBNL2A',
  triodos_bank: 'TRIONL2U',
  van_lanschot: 'FVLBNL22',
  yoursafe: 'BITSNL2A',
};

const bicOf = (bank: string | undefined): string | null => bics[bank ?? ''] ?? null;

/**
 * iDEAL | Wero: the customer approves on the page of a bank in the Netherlands.
 * https://docs.stripe.com/payments/ideal: euros, no manual capture, refunds in whole or in part, no disputes,
 * saved as a SEPA direct debit.
 */
export const ideal: SimulatedMethod = {
  name: 'iDEAL | Wero',
  params: shape({}, { bank: enumParam(...Object.keys(bics)) }),
  needs: [],
  keep: (given) => given,
  redact: (given) => given,
  shown: ({ bank }) => ({ ideal: { bank: orNull(bank), bic: bicOf(bank) } }),
  charged: ({ bank }, { generated, paidAt }) => ({
    ideal: {
      bank: orNull(bank),
      bic: bicOf(bank),
      generated_sepa_debit: generated?.method ?? null,
      generated_sepa_debit_mandate: generated?.mandate ?? null,
      iban_last4: paidAt === null ? null : '5264',
      transaction_id: null,
      verified_name: paidAt === null ? null : 'Jenny Rosen',
    },
  }),
  options: {},
  plainOptions: { ideal: {} },
  currencies: ['eur'],
  confirmation: 'redirect',
  mandate: false,
  setUp: { asDebitOf: 'NL39RABO0300065264' },
  manualCapture: false,
  refunds: 'later',
  behaviour: asCustomerDecides,
};
