import * as E from 'fp-ts/lib/Either.js';
import { type Money, readMoney } from '../currencies/money.js';
import { type ApiError, invalidRequest } from '../errors.js';
import { changeMethods, methodsProblem, otherOptionsOf } from '../intents/payment-method-types.js';
import type { RequestContext } from '../kernel/request-context.js';
import { withChanges } from '../objects/json.js';
import type {
  AmountDetails,
  CardOptions,
  IntentOptions,
  PaymentIntentObject,
} from '../objects/payment-intent.js';
import { type SimulatedMethodType, simulatedMethodTypes } from '../objects/payment-method.js';
import { toShipping } from '../params/address.js';
import { mergeMetadata } from '../params/metadata.js';
import { setOrUnset } from '../params/primitives.js';
import { cardOptionsOf } from './intent-record.js';
import type {
  AmountDetailsParam,
  CardOptionsParam,
  MethodOptionsParam,
  UpdateIntentParams,
} from './params.js';

const noDetails: AmountDetails = { tip: {} };

const amountShippingOf = (
  given: AmountDetailsParam['shipping'],
  before: AmountDetails['shipping'],
): AmountDetails['shipping'] => {
  if (given === undefined) return before;
  if (given === '') return undefined;
  return {
    amount: setOrUnset(given.amount, null),
    from_postal_code: setOrUnset(given.from_postal_code, null),
    to_postal_code: setOrUnset(given.to_postal_code, null),
  };
};

const taxOf = (
  given: AmountDetailsParam['tax'],
  before: AmountDetails['tax'],
): AmountDetails['tax'] => {
  if (given === undefined) return before;
  return given === '' ? undefined : { total_tax_amount: given.total_tax_amount ?? null };
};

const toAmountDetails = (
  given: AmountDetailsParam | '' | undefined,
  before: AmountDetails,
): AmountDetails => {
  if (given === undefined) return before;
  if (given === '') return noDetails;
  const discount = setOrUnset(given.discount_amount, before.discount_amount ?? null);
  const shipping = amountShippingOf(given.shipping, before.shipping);
  const tax = taxOf(given.tax, before.tax);
  return {
    ...(discount === null ? {} : { discount_amount: discount }),
    ...(shipping === undefined ? {} : { shipping }),
    ...(tax === undefined ? {} : { tax }),
    tip: before.tip,
  };
};

const toCardOptions = (given: CardOptionsParam | undefined, before: CardOptions): CardOptions => {
  if (given === undefined) return before;
  const {
    capture_method: captureBefore,
    setup_future_usage: setUpBefore,
    statement_descriptor_suffix_kana: kanaBefore,
    statement_descriptor_suffix_kanji: kanjiBefore,
    ...othersBefore
  } = before;
  const {
    capture_method,
    setup_future_usage,
    statement_descriptor_suffix_kana,
    statement_descriptor_suffix_kanji,
    ...others
  } = given;
  const capture = setOrUnset(capture_method, captureBefore ?? null);
  const setUp = setOrUnset(setup_future_usage, setUpBefore ?? null);
  const kana = setOrUnset(statement_descriptor_suffix_kana, kanaBefore ?? null);
  const kanji = setOrUnset(statement_descriptor_suffix_kanji, kanjiBefore ?? null);
  return {
    ...othersBefore,
    ...others,
    ...(capture === null ? {} : { capture_method: capture }),
    ...(setUp === null ? {} : { setup_future_usage: setUp }),
    ...(kana === null ? {} : { statement_descriptor_suffix_kana: kana }),
    ...(kanji === null ? {} : { statement_descriptor_suffix_kanji: kanji }),
  };
};

/** The fields that creating, updating, confirming or capturing an intent can change. */
type IntentChange = Omit<UpdateIntentParams, 'payment_intent'>;

const nothingToPay = invalidRequest(
  'The amount must be greater than or equal to the minimum charge amount allowed for your account and the currency set (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).  If you want to save a Payment Method for future use without an immediate payment, use a Setup Intent instead: https://docs.stripe.com/payments/setup-intents',
  { code: 'parameter_invalid_integer', param: 'amount' },
);

const moneyOf = (intent: Money, { amount, currency }: IntentChange): E.Either<ApiError, Money> => {
  if (amount === undefined && currency === undefined) return E.right(intent);
  return Number.isSafeInteger(amount) && Number(amount) <= 0
    ? E.left(nothingToPay)
    : readMoney({ amount: amount ?? intent.amount, currency: currency ?? intent.currency });
};

const shippingOf = (
  given: IntentChange['shipping'],
  before: PaymentIntentObject['shipping'],
): PaymentIntentObject['shipping'] => {
  if (given === undefined) return before;
  return given === '' ? null : toShipping(given);
};

const withDetails = (
  intent: PaymentIntentObject,
  given: IntentChange['payment_details'],
): PaymentIntentObject =>
  given === undefined
    ? intent
    : {
        ...intent,
        payment_details: {
          customer_reference: setOrUnset(given.customer_reference, null),
          order_reference: setOrUnset(given.order_reference, null),
        },
      };

const methodOptions = (
  type: SimulatedMethodType,
  plain: IntentOptions,
  given: MethodOptionsParam[SimulatedMethodType] = {},
  before: IntentOptions[SimulatedMethodType] = {},
): IntentOptions => {
  const usage = setOrUnset(given.setup_future_usage, before.setup_future_usage ?? null);
  const { setup_future_usage: _given, ...texts } = given;
  const own = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
  const { setup_future_usage: _before, ...ownBefore } = before;
  return {
    [type]: {
      ...plain[type],
      ...ownBefore,
      ...own,
      ...(usage === null ? {} : { setup_future_usage: usage }),
    },
  };
};

// Options of types that the intent does not take are ignored.
const otherOptions = (
  plain: IntentOptions,
  given: MethodOptionsParam,
  before: IntentOptions,
): IntentOptions =>
  simulatedMethodTypes.reduce<IntentOptions>(
    (options, type) =>
      plain[type] === undefined
        ? options
        : { ...options, ...methodOptions(type, plain, given[type], before[type]) },
    plain,
  );

const optionsOf = (
  taking: PaymentIntentObject,
  given: UpdateIntentParams['payment_method_options'],
): IntentOptions => {
  const { payment_method_options: before, payment_method_types: types } = taking;
  const other = otherOptionsOf(taking);
  // Intents that take cards alone share their options.
  if (given === undefined && other === null && Object.keys(before).join() === 'card') return before;
  const { card, ...rest } = given ?? {};
  return {
    ...(types.includes('card') ? { card: toCardOptions(card, cardOptionsOf(taking)) } : {}),
    ...otherOptions(other ?? {}, rest, before),
  };
};

// These decide which payment methods are offered.
const ofOccasion = ['amount', 'currency', 'capture_method', 'setup_future_usage'] as const;

const methodsOf = (
  context: RequestContext,
  intent: PaymentIntentObject,
  params: IntentChange,
  { amount, currency }: Money,
): E.Either<ApiError, PaymentIntentObject> =>
  changeMethods(context, intent, params, {
    owner: 'PaymentIntent',
    occasion: {
      amount,
      currency,
      manualCapture: (params.capture_method ?? intent.capture_method) === 'manual',
      setup: setOrUnset(params.setup_future_usage, intent.setup_future_usage) !== null,
    },
    // A draft has no id.
    changed: intent.id === '' || ofOccasion.some((name) => params[name] !== undefined),
  });

/** Updates the given fields of an intent, except its payment method. */
export const applyIntentParams = (
  context: RequestContext,
  intent: PaymentIntentObject,
  params: IntentChange,
): E.Either<ApiError, PaymentIntentObject> => {
  const money = moneyOf(intent, params);
  if (E.isLeft(money)) return money;
  const metadata = mergeMetadata(intent.metadata, params.metadata);
  if (E.isLeft(metadata)) return metadata;
  const taking = methodsOf(context, intent, params, money.right);
  if (E.isLeft(taking)) return taking;
  const changed = withChanges(taking.right, {
    amount: money.right.amount,
    amount_details: toAmountDetails(params.amount_details, intent.amount_details),
    capture_method: params.capture_method ?? intent.capture_method,
    currency: money.right.currency,
    customer: params.customer ?? intent.customer,
    description: setOrUnset(params.description, intent.description),
    metadata: metadata.right,
    payment_method_options: optionsOf(taking.right, params.payment_method_options),
    receipt_email: setOrUnset(params.receipt_email, intent.receipt_email),
    setup_future_usage: setOrUnset(params.setup_future_usage, intent.setup_future_usage),
    shipping: shippingOf(params.shipping, intent.shipping),
    statement_descriptor: params.statement_descriptor ?? intent.statement_descriptor,
    statement_descriptor_suffix:
      params.statement_descriptor_suffix ?? intent.statement_descriptor_suffix,
    transfer_group: params.transfer_group ?? intent.transfer_group,
  });
  const problem = methodsProblem(changed);
  return problem === null ? E.right(withDetails(changed, params.payment_details)) : E.left(problem);
};
