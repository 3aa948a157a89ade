import {
  CardId,
  ChargeId,
  CheckoutSessionId,
  ConfirmationTokenId,
  CustomerId,
  EventId,
  PaymentIntentId,
  PaymentMethodId,
  RefundId,
  SetupIntentId,
  TokenId,
} from './ids.js';
import type { Field } from './input/field.js';
import type { MinorUnits } from './money/money.js';

const shown = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? JSON.stringify(value) : typeof value;

const idFrom =
  <A extends string>(maker: string, { is, schema }: Field<A, string>) =>
  (id: string): A => {
    if (is(id)) return id;
    throw new TypeError(
      `${maker}: ${shown(id)} is not an id: it must be a text that matches ${String(schema['pattern'])}`,
    );
  };

/** The id of a customer, from text of letters, digits, `_` and `-`. Throws a `TypeError` for anything else. */
export const customerId: (id: string) => CustomerId = idFrom('customerId', CustomerId);

/** The id of a payment intent, from text of letters, digits, `_` and `-`. Throws a `TypeError` for anything else. */
export const paymentIntentId: (id: string) => PaymentIntentId = idFrom(
  'paymentIntentId',
  PaymentIntentId,
);

/** The id of a setup intent, from text of letters, digits, `_` and `-`. Throws a `TypeError` for anything else. */
export const setupIntentId: (id: string) => SetupIntentId = idFrom('setupIntentId', SetupIntentId);

/** The id of a payment method, from text of letters, digits, `_` and `-`. Throws a `TypeError` for anything else. */
export const paymentMethodId: (id: string) => PaymentMethodId = idFrom(
  'paymentMethodId',
  PaymentMethodId,
);

/** The id of a card, from text of letters, digits, `_` and `-`. Throws a `TypeError` for anything else. */
export const cardId: (id: string) => CardId = idFrom('cardId', CardId);

/** The id of a card token, from text of letters, digits, `_` and `-`. Throws a `TypeError` for anything else. */
export const tokenId: (id: string) => TokenId = idFrom('tokenId', TokenId);

/** The id of a confirmation token, from text of letters, digits, `_` and `-`. Throws a `TypeError` for anything else. */
export const confirmationTokenId: (id: string) => ConfirmationTokenId = idFrom(
  'confirmationTokenId',
  ConfirmationTokenId,
);

/** The id of a charge, from text of letters, digits, `_` and `-`. Throws a `TypeError` for anything else. */
export const chargeId: (id: string) => ChargeId = idFrom('chargeId', ChargeId);

/** The id of a checkout session, from text of letters, digits, `_` and `-`. Throws a `TypeError` for anything else. */
export const checkoutSessionId: (id: string) => CheckoutSessionId = idFrom(
  'checkoutSessionId',
  CheckoutSessionId,
);

/** The id of a refund, from text of letters, digits, `_` and `-`. Throws a `TypeError` for anything else. */
export const refundId: (id: string) => RefundId = idFrom('refundId', RefundId);

/** The id of an event, from at most 255 letters, digits, `_` and `-`. Throws a `TypeError` for anything else. */
export const eventId: (id: string) => EventId = idFrom('eventId', EventId);

const isMinorUnits = (amount: number): amount is MinorUnits =>
  Number.isSafeInteger(amount) && amount > 0;

/** An amount in minor units, from a positive whole number: 1999 is 19.99 euros, or 1999 yen. Throws a `TypeError` for anything else. */
export const minorUnits = (amount: number): MinorUnits => {
  if (isMinorUnits(amount)) return amount;
  throw new TypeError(
    `minorUnits: ${shown(amount)} is not an amount in minor units: it must be a positive whole number, such as 1999 for 19.99 euros`,
  );
};
