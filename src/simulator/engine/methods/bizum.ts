import type { Param } from '../params/param.js';
import { shape } from '../params/shape.js';
import { providerDecline } from './approval.js';
import type { SimulatedMethod } from './method.js';

// https://docs.stripe.com/payments/bizum/accept-a-payment: its bank declines. Every other number is approved.
const declinedPhone = '34600000002';

// Ours: the app does not answer, until a person or a control does.
const silentPhone = '34600000009';

const secondsUntilAnswer = 5;

const digitsOf = (phone: string | null): string => (phone ?? '').replaceAll(/\D/g, '');

/**
 * Bizum: the customer gives a telephone number, and approves in the app of a Spanish bank, while the page of the shop waits.
 * https://docs.stripe.com/payments/bizum: from 0.50 to 5000 euros, no manual capture, not saved, refunds that take up to five
 * minutes, disputes. Since 2026-05-27.dahlia.
 */
export const bizum: SimulatedMethod = {
  name: 'Bizum',
  params: shape<Record<never, never>, { readonly [name: string]: Param<string> }>({}),
  needs: ['phone'],
  keep: (given) => given,
  redact: (given) => given,
  shown: () => ({ bizum: {} }),
  charged: () => ({ bizum: { buyer_id: null, transaction_id: null } }),
  options: {},
  plainOptions: { bizum: {} },
  currencies: ['eur'],
  amounts: { least: 50, most: 500_000 },
  confirmation: 'app',
  mandate: false,
  setUp: 'no',
  manualCapture: false,
  refunds: { seconds: 300 },
  behaviour: (_values, { phone }) => ({
    decline: digitsOf(phone) === declinedPhone ? providerDecline : null,
    secondsInProcessing: 0,
    dispute: null,
    ...(digitsOf(phone) === silentPhone
      ? {}
      : { approval: { seconds: secondsUntilAnswer, outcome: 'approved' } as const }),
  }),
};
