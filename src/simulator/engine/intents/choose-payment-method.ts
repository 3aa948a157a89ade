import * as E from 'fp-ts/lib/Either.js';
import { identity } from 'fp-ts/lib/function.js';
import { type ApiError, invalidRequest } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { Instrument } from '../methods/instrument.js';
import { makePaymentMethod } from '../payment-methods/create.js';
import {
  findInstrument,
  findPaymentMethod,
  storePaymentMethod,
  usedUpError,
} from '../payment-methods/instruments.js';
import { type PaymentMethodData, twoMethodsError } from '../payment-methods/params.js';
import { type IntentKind, missingMethod } from './refusals.js';

// A customer's payment method, and an intent without a customer.
const customerMissing: { readonly [K in IntentKind]: (id: string, owner: string) => ApiError } = {
  PaymentIntent: (id, owner) =>
    invalidRequest(
      `The \`payment_method\` parameter supplied ${id} belongs to the Customer ${owner}. Please include the Customer in the \`customer\` parameter on the PaymentIntent.`,
      { code: 'parameter_missing', param: 'source' },
    ),
  SetupIntent: (id, owner) =>
    invalidRequest(
      `The payment method supplied (${id}) belongs to the Customer ${owner}. Please include the Customer in the \`customer\` parameter on the SetupIntent.`,
      { param: 'payment_method' },
    ),
};

type Owned = {
  readonly kind: IntentKind;
  /** The customer of the intent. */
  readonly customer: string | null;
};

/**
 * Why an intent of this customer cannot use an instrument; `null` if it can. Any intent can use an instrument that belongs
 * to no customer.
 */
export const ownershipProblem = (
  { id, detached, customer: owner }: Instrument,
  { kind, customer }: Owned,
): ApiError | null => {
  if (detached) return usedUpError;
  if (owner === null || owner === customer) return null;
  return customer === null
    ? customerMissing[kind](id, owner)
    : invalidRequest(
        `The PaymentMethod ${id} does not belong to the Customer you supplied ${customer}. Please use this PaymentMethod with the Customer that it belongs to instead.`,
        { param: 'payment_method' },
      );
};

type Choice = {
  readonly payment_method?: string;
  readonly payment_method_data?: PaymentMethodData;
};

/**
 * The payment method that the parameters name, if the customer may use it; `null` if they name none. `refuse` adds to the
 * error of one that the customer may not use.
 */
export const choosePaymentMethod = (
  context: RequestContext,
  { payment_method: id, payment_method_data: data }: Choice,
  owned: Owned,
  refuse: (problem: ApiError) => ApiError = identity,
): E.Either<ApiError, Instrument | null> => {
  if (id !== undefined && data !== undefined) return E.left(twoMethodsError);
  if (data !== undefined) return makePaymentMethod(context, data, 'payment_method_data');
  if (id === undefined) return E.right(null);
  const found = findPaymentMethod(context, id, 'payment_method');
  if (E.isLeft(found)) return found;
  const { instrument, fresh } = found.right;
  const problem = fresh ? null : ownershipProblem(instrument, owned);
  return problem === null
    ? E.right(storePaymentMethod(context, found.right))
    : E.left(refuse(problem));
};

/** The payment method of a new intent; `null` if the parameters name none, which refuses to confirm it. */
export const initialPaymentMethod = (
  context: RequestContext,
  params: Choice & { readonly customer?: string; readonly confirm?: boolean },
  kind: IntentKind,
): E.Either<ApiError, Instrument | null> => {
  const { customer = null, confirm = false } = params;
  const chosen = choosePaymentMethod(context, params, { kind, customer });
  return E.isRight(chosen) && chosen.right === null && confirm
    ? E.left(missingMethod(kind, customer))
    : chosen;
};

/** The payment method that the parameters name, or else the one of the intent, if the customer may use it. */
export const confirmedPaymentMethod = (
  context: RequestContext,
  params: Choice,
  intent: Owned & { readonly payment_method: string | null },
  refuse: (problem: ApiError) => ApiError,
): E.Either<ApiError, Instrument> => {
  const chosen = choosePaymentMethod(context, params, intent, refuse);
  if (E.isLeft(chosen)) return chosen;
  if (chosen.right !== null) return E.right(chosen.right);
  const found = findInstrument(context, intent.payment_method ?? '', 'payment_method');
  if (E.isLeft(found)) return found;
  // Meanwhile it may have become another customer's.
  const problem = ownershipProblem(found.right, intent);
  return problem === null ? found : E.left(refuse(problem));
};
