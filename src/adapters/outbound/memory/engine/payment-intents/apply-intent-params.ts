import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type Money, readMoney } from '../currencies/money.js';
import type { ApiError } from '../errors.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import { toShipping } from '../params/address.js';
import { mergeMetadata } from '../params/metadata.js';
import { setOrUnset } from '../params/primitives.js';
import type { UpdateIntentParams } from './intent-params.js';
import type { IntentDraft } from './new-intent.js';
import { readMethodTypes } from './read-method-types.js';
import { toAmountDetails } from './to-amount-details.js';
import { toCardOptions } from './to-card-options.js';

/** What may be said of an intent, whatever is done with it. */
export type IntentChange = Omit<UpdateIntentParams, 'payment_intent'>;

const moneyOf = (intent: Money, { amount, currency }: IntentChange): E.Either<ApiError, Money> =>
  amount === undefined && currency === undefined
    ? E.right(intent)
    : readMoney({ amount: amount ?? intent.amount, currency: currency ?? intent.currency });

const shippingOf = (
  given: IntentChange['shipping'],
  before: PaymentIntentObject['shipping'],
): PaymentIntentObject['shipping'] => {
  if (given === undefined) return before;
  return given === '' ? null : toShipping(given);
};

const detailsOf = ({
  payment_details: given,
}: IntentChange): Pick<PaymentIntentObject, 'payment_details'> =>
  given === undefined
    ? {}
    : {
        payment_details: {
          customer_reference: setOrUnset(given.customer_reference, null),
          order_reference: setOrUnset(given.order_reference, null),
        },
      };

const optionsOf = (
  given: IntentChange['payment_method_options'],
  before: PaymentIntentObject['payment_method_options'],
): PaymentIntentObject['payment_method_options'] =>
  given?.card === undefined ? before : { card: toCardOptions(given.card, before.card) };

/** The intent with what a caller says of it; what is not named stays. Its payment method is looked at elsewhere. */
export const applyIntentParams = <I extends IntentDraft>(
  intent: I,
  params: IntentChange,
): E.Either<ApiError, I> =>
  pipe(
    moneyOf(intent, params),
    E.bindTo('money'),
    E.bind('metadata', () => mergeMetadata(intent.metadata, params.metadata)),
    E.bind('types', () => readMethodTypes(intent, params)),
    E.map(({ money: { amount, currency }, metadata, types }) => ({
      ...intent,
      ...types,
      amount,
      amount_details: toAmountDetails(params.amount_details, intent.amount_details),
      capture_method: params.capture_method ?? intent.capture_method,
      currency,
      customer: params.customer ?? intent.customer,
      description: setOrUnset(params.description, intent.description),
      metadata,
      ...detailsOf(params),
      payment_method_options: optionsOf(
        params.payment_method_options,
        intent.payment_method_options,
      ),
      receipt_email: setOrUnset(params.receipt_email, intent.receipt_email),
      setup_future_usage: setOrUnset(params.setup_future_usage, intent.setup_future_usage),
      shipping: shippingOf(params.shipping, intent.shipping),
      statement_descriptor: params.statement_descriptor ?? intent.statement_descriptor,
      statement_descriptor_suffix:
        params.statement_descriptor_suffix ?? intent.statement_descriptor_suffix,
      transfer_group: params.transfer_group ?? intent.transfer_group,
    })),
  );
