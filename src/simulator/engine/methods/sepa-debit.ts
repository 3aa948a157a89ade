import type { Decline } from '../errors.js';
import { notSimulated, shape } from '../params/shape.js';
import { type MethodBehaviour, orNull, type SimulatedMethod } from './method.js';
import { caseOfIban, type IbanCase, ibanParam } from './test-ibans.js';

// The length of the code of the bank, and of its branch. Recorded of BE, DE, FI, FR and HR; of the others, SWIFT's registry of IBANs.
const codes: { readonly [country: string]: readonly [bank: number, branch: number] } = {
  AT: [5, 0],
  BE: [3, 0],
  CH: [5, 0],
  DE: [8, 0],
  EE: [2, 2],
  ES: [4, 4],
  FI: [6, 0],
  FR: [5, 5],
  GB: [4, 6],
  GI: [4, 0],
  HR: [7, 0],
  IE: [4, 6],
  LI: [5, 0],
  LT: [5, 0],
  LU: [3, 0],
  NL: [4, 0],
  NO: [4, 0],
  PT: [4, 4],
  SE: [3, 0],
};

/** The account of an IBAN as it is kept: without the number. */
export const debitedAccount = (iban: string, fingerprintOf: (text: string) => string) => {
  const country = iban.slice(0, 2);
  const [bank, branch] = codes[country] ?? [0, 0];
  return {
    bank_code: iban.slice(4, 4 + bank),
    branch_code: iban.slice(4 + bank, 4 + bank + branch),
    case: caseOfIban(iban) ?? 'success',
    country,
    fingerprint: fingerprintOf(iban),
    last4: iban.slice(-4),
  };
};

// The codes of the last three are of the page of test IBANs. The page names none for the first; the sentences are ours.
const declines = {
  failed: {
    code: 'generic_could_not_process',
    message: 'The bank could not process this payment.',
  },
  exceedsWeeklyVolumeLimit: {
    code: 'charge_exceeds_source_limit',
    message: 'The payment exceeds the volume that this account can pay in a week.',
  },
  exceedsWeeklyTransactionLimit: {
    code: 'charge_exceeds_weekly_limit',
    message: 'The payment exceeds the number of payments of this account in a week.',
  },
  insufficientFunds: {
    code: 'insufficient_funds',
    message: 'The account of the customer has insufficient funds.',
  },
} satisfies { readonly [name: string]: Decline };

// Recorded: 11 and 12 seconds after the confirmation.
const soon = 11;
// The page of test IBANs: at least three minutes.
const delayed = 180;

const behaviours: { readonly [C in IbanCase]: MethodBehaviour } = {
  success: { decline: null, secondsInProcessing: soon, dispute: null },
  successDelayed: { decline: null, secondsInProcessing: delayed, dispute: null },
  failed: { decline: declines.failed, secondsInProcessing: soon, dispute: null },
  failedDelayed: { decline: declines.failed, secondsInProcessing: delayed, dispute: null },
  disputed: { decline: null, secondsInProcessing: soon, dispute: 'fraudulent' },
  exceedsWeeklyVolumeLimit: {
    decline: declines.exceedsWeeklyVolumeLimit,
    secondsInProcessing: soon,
    dispute: null,
  },
  exceedsWeeklyTransactionLimit: {
    decline: declines.exceedsWeeklyTransactionLimit,
    secondsInProcessing: soon,
    dispute: null,
  },
  insufficientFunds: {
    decline: declines.insufficientFunds,
    secondsInProcessing: soon,
    dispute: null,
  },
};

const isCase = (name: string | undefined): name is IbanCase =>
  name !== undefined && Object.hasOwn(behaviours, name);

/** `2026-05-28`. `time`: Unix seconds. */
const dateOf = (time: number): string => new Date(time * 1000).toISOString().slice(0, 10);

/**
 * SEPA direct debit: under a mandate of the customer, and the bank answers later.
 * https://docs.stripe.com/payments/sepa-debit: euros, no manual capture, refunds in whole or in part, disputes.
 */
export const sepaDebit: SimulatedMethod = {
  name: 'SEPA',
  params: shape({ iban: ibanParam }, {}),
  needs: ['name', 'email'],
  keep: ({ iban = '' }, fingerprintOf) => debitedAccount(iban, fingerprintOf),
  redact: (given) => given,
  shown: ({ bank_code, branch_code, country, fingerprint, last4, charge, setup_attempt }) => ({
    sepa_debit: {
      bank_code: orNull(bank_code),
      branch_code: orNull(branch_code),
      country: orNull(country),
      fingerprint: orNull(fingerprint),
      generated_from: { charge: orNull(charge), setup_attempt: orNull(setup_attempt) },
      last4: last4 ?? null,
    },
  }),
  charged: ({ bank_code, branch_code, country, fingerprint, last4 }, { mandate, paidAt }) => ({
    sepa_debit: {
      bank_code: orNull(bank_code),
      branch_code: orNull(branch_code),
      country: orNull(country),
      ...(paidAt === null ? {} : { expected_debit_date: dateOf(paidAt) }),
      fingerprint: orNull(fingerprint),
      last4: last4 ?? null,
      mandate,
    },
  }),
  options: notSimulated('mandate_options', 'target_date'),
  plainOptions: { sepa_debit: {} },
  currencies: ['eur'],
  confirmation: 'delayed',
  mandate: true,
  setUp: 'itself',
  manualCapture: false,
  refunds: 'later',
  behaviour: ({ case: name }) => behaviours[isCase(name) ? name : 'success'],
};
