import * as E from 'fp-ts/lib/Either.js';
import { Field } from './input/field.js';
import { printable } from './input/primitives.js';
import type { Refusal, Resource } from './refusal.js';

declare const resource: unique symbol;

/** An id that is safe to use in a URL path of the processor. */
export type Id<R extends Resource> = string & { readonly [resource]: R };

const safe = /^[A-Za-z0-9_-]+$/;
const safeAndShort = /^[A-Za-z0-9_-]{1,255}$/;

const field = <R extends Resource>(
  name: R,
  description: string,
  unsafe: Refusal,
  pattern: RegExp = safe,
): Field<Id<R>, string> => {
  const is = (value: unknown): value is Id<R> => typeof value === 'string' && pattern.test(value);
  return new Field<Id<R>, string>({
    name,
    schema: { type: 'string', pattern: pattern.source, description },
    is,
    refine: (value) =>
      is(value)
        ? E.right(value)
        : E.left(typeof value === 'string' ? unsafe : { _tag: 'NotA', expected: 'text' }),
    encode: (id) => id,
  });
};

const idOf = <R extends Resource>(
  name: R,
  description: string,
  pattern?: RegExp,
): Field<Id<R>, string> => field(name, description, { _tag: 'UnsafeId', resource: name }, pattern);

/** An id as the cursor of a list. */
export const cursorOf = <R extends Resource>(name: R, description: string): Field<Id<R>, string> =>
  field(name, description, { _tag: 'UnknownCursor' });

/** `cus_...` */
export const CustomerId = idOf('customer', 'Customer id, `cus_...`');
export type CustomerId = Id<'customer'>;

/** `pi_...` */
export const PaymentIntentId = idOf('payment_intent', 'Payment intent id, `pi_...`');
export type PaymentIntentId = Id<'payment_intent'>;

/** `seti_...` */
export const SetupIntentId = idOf('setup_intent', 'Setup intent id, `seti_...`');
export type SetupIntentId = Id<'setup_intent'>;

/** `pm_...`, or `card_...` of a customer's card. */
export const PaymentMethodId = idOf('payment_method', 'Payment method id, `pm_...` or `card_...`');
export type PaymentMethodId = Id<'payment_method'>;

/** `card_...`, or `pm_...` when the card is kept as a payment method. */
export const CardId = idOf('card', 'Card id, `card_...` or `pm_...`');
export type CardId = Id<'card'>;

/** `tok_...` */
export const TokenId = idOf('token', 'Single-use card token, `tok_...`');
export type TokenId = Id<'token'>;

/** `ctoken_...` */
export const ConfirmationTokenId = idOf(
  'confirmation_token',
  'Confirmation token of the page, `ctoken_...`',
);
export type ConfirmationTokenId = Id<'confirmation_token'>;

/** `ch_...` */
export const ChargeId = idOf('charge', 'Charge id, `ch_...`');
export type ChargeId = Id<'charge'>;

/** `re_...` */
export const RefundId = idOf('refund', 'Refund id, `re_...`');
export type RefundId = Id<'refund'>;

/** `cs_...` */
export const CheckoutSessionId = idOf('checkout_session', 'Checkout session id, `cs_...`');
export type CheckoutSessionId = Id<'checkout_session'>;

/** `du_...` or `dp_...` */
export const DisputeId = idOf('dispute', 'Dispute id, `du_...` or `dp_...`');
export type DisputeId = Id<'dispute'>;

/** `po_...` */
export const PayoutId = idOf('payout', 'Payout id, `po_...`');
export type PayoutId = Id<'payout'>;

/** `txn_...` */
export const BalanceTransactionId = idOf(
  'balance_transaction',
  'Balance transaction id, `txn_...`',
);
export type BalanceTransactionId = Id<'balance_transaction'>;

/** `evt_...`. Events are stored under ids that others choose, so their length is limited. */
export const EventId = idOf('event', 'Event id, `evt_...`', safeAndShort);
export type EventId = Id<'event'>;

/** `doubt_...` of a key in doubt, or the id of an event. */
export type DoubtId = Id<'doubt'>;

/** The caller's own key of a request: with the same key it runs once (decision I1). */
export const IdempotencyKey = printable(
  'Your own key for this request: repeat the request with the same key, and it runs once and gets the same answer. The answer is kept for 24 hours',
  { examples: ['order-42'] },
);
