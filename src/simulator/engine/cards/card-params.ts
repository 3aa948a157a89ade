import type { BillingDetails } from '../objects/address.js';
import {
  enumParam,
  integerParam,
  setOrUnset,
  textParam,
  unsettable,
} from '../params/primitives.js';
import { type ParamsOf, shape } from '../params/shape.js';
import { findTestCard } from './test-cards.js';

/** `exp_year` has four digits, or only the last two. */
export const requiredCardFields = {
  number: textParam,
  exp_month: integerParam,
  exp_year: integerParam,
} as const;

export const holderFields = {
  address_city: unsettable(textParam),
  address_country: unsettable(textParam),
  address_line1: unsettable(textParam),
  address_line2: unsettable(textParam),
  address_state: unsettable(textParam),
  address_zip: unsettable(textParam),
  name: unsettable(textParam),
} as const;

/** The network that the customer of a co-branded card prefers. */
export const preferredNetworkParam = enumParam('cartes_bancaires', 'mastercard', 'visa');

/** The currency is for payouts: a customer's card does not show it. */
export const optionalCardFields = {
  ...holderFields,
  cvc: textParam,
  currency: textParam,
  networks: shape({}, { preferred: preferredNetworkParam }),
} as const;

/** A card with its number. */
export const CardParams = shape(requiredCardFields, optionalCardFields);
export type CardParams = ParamsOf<typeof CardParams>;

const Holder = shape({}, holderFields);

const isNamed = (given: object): boolean =>
  Object.keys(holderFields).some((field) => Object.hasOwn(given, field));

/** Updates the given fields of the billing details of a card's holder. */
export const billingDetailsOfCard = (
  given: ParamsOf<typeof Holder>,
  before: BillingDetails,
): BillingDetails =>
  isNamed(given)
    ? {
        ...before,
        address: {
          city: setOrUnset(given.address_city, before.address.city),
          country: setOrUnset(given.address_country, before.address.country),
          line1: setOrUnset(given.address_line1, before.address.line1),
          line2: setOrUnset(given.address_line2, before.address.line2),
          postal_code: setOrUnset(given.address_zip, before.address.postal_code),
          state: setOrUnset(given.address_state, before.address.state),
        },
        name: setOrUnset(given.name, before.name),
      }
    : before;

/** A card as an idempotency key remembers it: without its number and its security code. */
export const redactCard = ({
  number,
  cvc,
  ...rest
}: {
  readonly number: string;
  readonly cvc?: string;
}): unknown => ({
  ...rest,
  card: findTestCard(number) ?? null,
  cvc: cvc?.length ?? null,
});
