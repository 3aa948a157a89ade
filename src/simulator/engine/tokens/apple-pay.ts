import * as E from 'fp-ts/lib/Either.js';
import { billingDetailsOfCard, holderFields } from '../cards/card-params.js';
import { refuseCard } from '../cards/declines.js';
import { inWallet, storedTestCard } from '../cards/stored-card.js';
import { findTestCard } from '../cards/test-cards.js';
import type { ApiError } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import { emptyBillingDetails } from '../objects/address.js';
import { textParam, unsettable } from '../params/primitives.js';
import { type ParamsOf, shape } from '../params/shape.js';
import type { TokenCard } from './token.js';

// The parameters that Stripe.js and Stripe's SDK for iOS send to POST /v1/tokens.
/** The payment that a device has signed. Test devices send an empty one. */
export const applePayFields = { pk_token: unsettable(textParam) } as const;
export const applePayOptions = {
  card: shape({}, { ...holderFields, email: unsettable(textParam), phone: unsettable(textParam) }),
  pk_token_instrument_name: unsettable(textParam),
  pk_token_payment_network: unsettable(textParam),
  pk_token_transaction_id: unsettable(textParam),
} as const;

const ApplePayParams = shape(applePayFields, applePayOptions);
type ApplePayParams = ParamsOf<typeof ApplePayParams>;

// Both SDKs send it for a simulated device: `ApplePayStubs~4242424242424242~0~USD~<any>`.
const simulatedNumber = ({ pk_token_transaction_id: id = '' }: ApplePayParams): string | null =>
  /^ApplePayStubs~([0-9]+)~/.exec(id)?.[1] ?? null;

/** The parameters as an idempotency key remembers them: without the number of the card. */
export const redactApplePay = (params: ApplePayParams): unknown => ({
  ...params,
  pk_token_transaction_id: findTestCard(simulatedNumber(params) ?? '') ?? null,
});

/** The card of a payment with Apple Pay: that of a simulated device, or else, as in test mode, a Visa. */
export const applePayCard = (
  context: RequestContext,
  params: ApplePayParams,
): E.Either<ApiError, TokenCard> => {
  const number = simulatedNumber(params);
  const testCard = number === null ? 'visa' : findTestCard(number);
  if (testCard === undefined) return refuseCard('test_mode_live_card');
  const { email, phone, ...holder } = params.card ?? {};
  const details = billingDetailsOfCard(holder, emptyBillingDetails);
  return E.right({
    face: inWallet(storedTestCard(testCard, context.now, context.fingerprintOf), 'apple_pay'),
    billingDetails: {
      ...details,
      email: email === undefined || email === '' ? null : email,
      phone: phone === undefined || phone === '' ? null : phone,
    },
    token: null,
  });
};
