import { toPaymentMethod } from '../cards/card-views.js';
import type { Instrument } from '../cards/stored-card.js';
import type { ChargeObject, PaymentMethodDetails, ThreeDSecureDetails } from '../objects/charge.js';
import { deepFreeze } from '../objects/json.js';

type Details = {
  readonly plain: PaymentMethodDetails;
  readonly authenticated: PaymentMethodDetails;
};

// Charges of the same card share its details, which saves memory.
const known = new WeakMap<Instrument, Details>();

const authentication: ThreeDSecureDetails = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: null,
  version: '2.2.0',
};

const describe = (instrument: Instrument): Details => {
  // A charge checks its card with the bank, even if no customer owns the card.
  const { card } = toPaymentMethod({ ...instrument, checked: true });
  const details = (three_d_secure: ThreeDSecureDetails | null): PaymentMethodDetails =>
    deepFreeze({
      card: {
        amount_authorized: null,
        authorization_code: null,
        brand: card.brand,
        checks: card.checks,
        country: card.country,
        electronic_commerce_indicator: null,
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
        network: card.brand,
        network_token: { used: false },
        network_transaction_id: null,
        regulated_status: card.regulated_status,
        three_d_secure,
        transaction_link_id: null,
        wallet: null,
      },
      type: 'card',
    });
  return { plain: details(null), authenticated: details(authentication) };
};

/** The card as a charge shows it. */
export const cardDetails = (
  instrument: Instrument,
  authenticated: boolean,
): PaymentMethodDetails => {
  const details = known.get(instrument) ?? describe(instrument);
  known.set(instrument, details);
  return authenticated ? details.authenticated : details.plain;
};

const secondsToCapture = 7 * 86_400;

/** The card of an authorized charge, with the authorized amount and the time until which it can be captured. */
export const withHeldAmount = (
  details: PaymentMethodDetails,
  { amount, created }: Pick<ChargeObject, 'amount' | 'created'>,
): PaymentMethodDetails => ({
  ...details,
  card: {
    ...details.card,
    amount_authorized: amount,
    capture_before: created + secondsToCapture,
  },
});
