import * as E from 'fp-ts/lib/Either.js';
import { identity, pipe } from 'fp-ts/lib/function.js';
import type { Instrument } from '../cards/stored-card.js';
import { type ApiError, failIf, invalidRequest } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
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
  return pipe(
    findPaymentMethod(context, id, 'payment_method'),
    E.tap(({ instrument, fresh }) =>
      pipe(failIf(fresh ? null : ownershipProblem(instrument, owned)), E.mapLeft(refuse)),
    ),
    E.map((found) => storePaymentMethod(context, found)),
  );
};

/** The payment method of a new intent; `null` if the parameters name none, which refuses to confirm it. */
export const initialPaymentMethod = (
  context: RequestContext,
  params: Choice & { readonly customer?: string; readonly confirm?: boolean },
  kind: IntentKind,
): E.Either<ApiError, Instrument | null> => {
  const { customer = null, confirm = false } = params;
  return pipe(
    choosePaymentMethod(context, params, { kind, customer }),
    E.filterOrElse(
      (instrument) => instrument !== null || !confirm,
      () => missingMethod(kind, customer),
    ),
  );
};

/** The payment method that the parameters name, or else the one of the intent, if the customer may use it. */
export const confirmedPaymentMethod = (
  context: RequestContext,
  params: Choice,
  intent: Owned & { readonly payment_method: string | null },
  refuse: (problem: ApiError) => ApiError,
): E.Either<ApiError, Instrument> =>
  pipe(
    choosePaymentMethod(context, params, intent, refuse),
    E.flatMap((chosen) =>
      chosen === null
        ? pipe(
            findInstrument(context, intent.payment_method ?? '', 'payment_method'),
            // Meanwhile it may have become another customer's.
            E.tap((instrument) =>
              pipe(failIf(ownershipProblem(instrument, intent)), E.mapLeft(refuse)),
            ),
          )
        : E.right(chosen),
    ),
  );
