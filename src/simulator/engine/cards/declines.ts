import * as E from 'fp-ts/lib/Either.js';
import { type ApiError, cardError, type Decline } from '../errors.js';

const declined = (decline_code: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  decline_code,
  message,
});

const genericDecline: Decline = {
  ...declined('generic_decline'),
  advice_code: 'try_again_later',
  network_decline_code: '01',
  seller: 'The bank did not return any further details with this decline.',
};

// The bank advises against another try with the card. Recorded of lost and stolen cards: Mastercard's and Visa's code for it is 01.
const never = (decline_code: string, network_decline_code: string): Decline => ({
  ...declined(decline_code),
  advice_code: 'do_not_try_again',
  network_advice_code: '01',
  network_decline_code,
});

// The bank advises to try again later.
const later = (decline_code: string, network_decline_code: string, message: string): Decline => ({
  ...declined(decline_code, message),
  advice_code: 'try_again_later',
  network_advice_code: '02',
  network_decline_code,
});

// Declines with the general message.
const plain = [
  'approve_with_id',
  'call_issuer',
  'card_not_supported',
  'currency_not_supported',
  'do_not_honor',
  'do_not_try_again',
  'duplicate_transaction',
  'fraudulent',
  'invalid_account',
  'invalid_amount',
  'issuer_not_available',
  'merchant_blacklist',
  'new_account_information_available',
  'no_action_taken',
  'not_permitted',
  'pickup_card',
  'reenter_transaction',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'security_violation',
  'service_not_allowed',
  'stop_payment_order',
  'transaction_not_allowed',
  'try_again_later',
  'withdrawal_count_limit_exceeded',
] as const;

const known: { readonly [name: string]: Decline } = {
  insufficient_funds: later('insufficient_funds', '51', 'Your card has insufficient funds.'),
  card_velocity_exceeded: later(
    'card_velocity_exceeded',
    '61',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ),
  lost_card: never('lost_card', '41'),
  stolen_card: never('stolen_card', '43'),
  expired_card: {
    code: 'expired_card',
    decline_code: 'expired_card',
    advice_code: 'confirm_card_data',
    network_advice_code: '03',
    network_decline_code: '54',
    message: 'Your card has expired.',
    param: 'exp_month',
  },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    decline_code: 'incorrect_cvc',
    advice_code: 'confirm_card_data',
    network_advice_code: '03',
    network_decline_code: 'N7',
    message: "Your card's security code is incorrect.",
    param: 'cvc',
  },
  processing_error: {
    code: 'processing_error',
    decline_code: 'processing_error',
    advice_code: 'try_again_later',
    network_decline_code: '06',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  authentication_required: {
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
  card_declined: genericDecline,
  generic_decline: genericDecline,
  test_mode_live_card: declined(
    'test_mode_live_card',
    'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  ),
  incorrect_number: {
    code: 'incorrect_number',
    message: 'Your card number is incorrect.',
    param: 'number',
  },
  invalid_expiry_month: {
    code: 'invalid_expiry_month',
    message: "Your card's expiration month is invalid.",
    param: 'exp_month',
  },
  invalid_expiry_year: {
    code: 'invalid_expiry_year',
    message: "Your card's expiration year is invalid.",
    param: 'exp_year',
  },
  invalid_cvc: {
    code: 'invalid_cvc',
    message: "Your card's security code is invalid.",
    param: 'cvc',
  },
};

/** Every known decline, by decline code or error code. */
export const declines: ReadonlyMap<string, Decline> = new Map([
  ...plain.map((name) => [name, declined(name)] as const),
  ...Object.entries(known),
]);

/** The decline with this decline code or error code. An unknown name becomes the decline code. */
export const declineOf = (name: string): Decline =>
  declines.get(name) ?? {
    code: 'card_declined',
    decline_code: name,
    message: 'Your card was declined.',
  };

export const refuseCard = (name: string): E.Either<ApiError, never> =>
  E.left(cardError(declineOf(name)));
