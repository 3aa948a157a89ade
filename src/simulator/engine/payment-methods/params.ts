import * as E from 'fp-ts/lib/Either.js';
import { preferredNetworkParam, redactCard, requiredCardFields } from '../cards/card-params.js';
import { invalidRequest } from '../errors.js';
import { type AddressObject, type BillingDetails, emptyAddress } from '../objects/address.js';
import { otherPaymentMethodTypes } from '../objects/payment-method.js';
import { address, toAddress } from '../params/address.js';
import { metadataParam } from '../params/metadata.js';
import { type Param, refuseParam } from '../params/param.js';
import { enumParam, setOrUnset, textParam, unsettable } from '../params/primitives.js';
import { notSimulated, type ParamsOf, shape } from '../params/shape.js';

/** Whether a payment method may be shown to its customer again. */
export const allowRedisplayParam = enumParam('always', 'limited', 'unspecified');

/** The billing details of a payment method; an empty text removes a value. */
export const billingDetailsParam = shape(
  {},
  {
    address: unsettable(address),
    email: unsettable(textParam),
    name: unsettable(textParam),
    phone: unsettable(textParam),
    tax_id: unsettable(textParam),
  },
);
type BillingDetailsParam = ParamsOf<typeof billingDetailsParam>;

/** A type of payment methods. */
export const anyMethodType = enumParam('card', ...otherPaymentMethodTypes);

/** The type of a new payment method: a card. The account has enabled no other type but Link, which is not simulated. */
const newMethodType: Param<'card'> = {
  read: (value, name) => {
    const type = anyMethodType.read(value, name);
    if (E.isLeft(type)) return type;
    switch (type.right) {
      case 'card':
        return E.right('card');
      case 'link':
        return refuseParam(`This simulator does not simulate the ${name}: link`, name);
      default:
        return refuseParam(
          `The payment method type "${type.right}" is invalid. Please ensure the provided type is activated in your dashboard (https://dashboard.stripe.com/account/payments/settings) and your account is enabled for any preview features that you are trying to use.`,
          name,
        );
    }
  },
};

const byNumber = shape(requiredCardFields, {
  cvc: textParam,
  networks: shape({}, { preferred: preferredNetworkParam }),
});
const byToken = shape({ token: textParam });

/** A card, or the token of a card. */
const cardOrToken: Param<ParamsOf<typeof byNumber> | ParamsOf<typeof byToken>> = {
  read: (value, name) =>
    typeof value === 'object' && 'token' in value
      ? byToken.read(value, name)
      : byNumber.read(value, name),
};

/** The data of a new payment method. */
export const paymentMethodData = shape(
  { type: newMethodType, card: cardOrToken },
  {
    allow_redisplay: allowRedisplayParam,
    billing_details: billingDetailsParam,
    metadata: metadataParam,
    radar_options: shape({}, { session: textParam }),
    ...notSimulated('customer', 'interac_present', 'payment_method', ...otherPaymentMethodTypes),
  },
);
export type PaymentMethodData = ParamsOf<typeof paymentMethodData>;

/** A payment method and the data of a new one cannot be given together. */
export const twoMethodsError = invalidRequest(
  'You may only specify one of these parameters: payment_method, payment_method_data.',
  { param: 'payment_method' },
);

const addressOf = (given: BillingDetailsParam['address'], before: AddressObject): AddressObject => {
  if (given === undefined) return before;
  return given === '' ? emptyAddress : toAddress(given);
};

/** Billing details with the given changes. An address is replaced as a whole. */
export const applyBillingDetails = (
  before: BillingDetails,
  given: BillingDetailsParam | undefined,
): BillingDetails =>
  given === undefined
    ? before
    : {
        address: addressOf(given.address, before.address),
        email: setOrUnset(given.email, before.email),
        name: setOrUnset(given.name, before.name),
        phone: setOrUnset(given.phone, before.phone),
        tax_id: setOrUnset(given.tax_id, before.tax_id),
      };

/** The data of a payment method as it is stored under an idempotency key. */
export const redactPaymentMethodData = ({ card, ...rest }: PaymentMethodData): unknown => ({
  ...rest,
  card: 'token' in card ? card : redactCard(card),
});
