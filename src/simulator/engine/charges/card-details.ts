import { toMethodCard } from '../cards/card-views.js';
import type { CardInstrument } from '../methods/instrument.js';
import type { ChargedCard, ThreeDSecureDetails } from '../objects/charge.js';
import { deepFreeze } from '../objects/json.js';

const authentication: ThreeDSecureDetails = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: null,
  version: '2.2.0',
};

type Attempt = {
  /** Minor units. */
  readonly amount: number;
  /** Whether the customer has authenticated it. */
  readonly authenticated: boolean;
  /** Whether the bank has authorized the amount. */
  readonly authorized: boolean;
};

const digitsOf = (fingerprint: string): string =>
  Array.from(fingerprint, (character) => character.charCodeAt(0) % 10).join('');

const authorizationCode = (digits: string, amount: number): string =>
  String((Number(digits.slice(-6)) + amount) % 1_000_000).padStart(6, '0');

const describe = (
  instrument: CardInstrument,
  { amount, authenticated, authorized }: Attempt,
): ChargedCard => {
  // A charge checks its card with the bank, even if no customer owns the card.
  const card = toMethodCard({ ...instrument, checked: true });
  const digits = digitsOf(card.fingerprint);
  return deepFreeze({
    card: {
      amount_authorized: authorized ? amount : null,
      authorization_code: authorizationCode(digits, amount),
      brand: card.brand,
      checks: card.checks,
      country: card.country,
      electronic_commerce_indicator: authenticated ? '05' : '07',
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      extended_authorization: { status: 'disabled' },
      fingerprint: card.fingerprint,
      funding: card.funding,
      incremental_authorization: { status: 'unavailable' },
      installments: null,
      last4: card.last4,
      mandate: null,
      multicapture: { status: 'unavailable' },
      network: card.networks.preferred ?? card.brand,
      network_token: { used: false },
      network_transaction_id: digits.slice(0, 15),
      overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
      regulated_status: card.regulated_status,
      three_d_secure: authenticated ? authentication : null,
      transaction_link_id: null,
      wallet: card.wallet,
    },
    type: 'card',
  });
};

// Charges that follow each other with the same card and amount share their details, which saves memory.
const latest = new WeakMap<CardInstrument, Attempt & { readonly details: ChargedCard }>();

/** The card as a charge shows it. */
export const cardDetails = (instrument: CardInstrument, attempt: Attempt): ChargedCard => {
  const known = latest.get(instrument);
  if (
    known !== undefined &&
    known.amount === attempt.amount &&
    known.authenticated === attempt.authenticated &&
    known.authorized === attempt.authorized
  ) {
    return known.details;
  }
  const details = describe(instrument, attempt);
  latest.set(instrument, { ...attempt, details });
  return details;
};

/** The card of a charge whose amount the bank has authorized. */
export const withAuthorizedAmount = (details: ChargedCard, amount: number): ChargedCard =>
  details.card.amount_authorized === null
    ? { ...details, card: { ...details.card, amount_authorized: amount } }
    : details;

/** The card of a charge that no bank has seen. */
export const notSent = (details: ChargedCard): ChargedCard => ({
  ...details,
  card: { ...details.card, authorization_code: null, network_transaction_id: null },
});

const secondsToCapture = 7 * 86_400;

/** The card of an authorized charge, with the time until which it can be captured. */
export const withCaptureTime = (details: ChargedCard, created: number): ChargedCard => ({
  ...details,
  card: { ...details.card, capture_before: created + secondsToCapture },
});
