import * as E from 'fp-ts/lib/Either.js';
import { identity, pipe } from 'fp-ts/lib/function.js';
import type { Instrument } from '../cards/stored-card.js';
import { type ApiError, failIf, invalidRequest } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import { makePaymentMethod } from '../payment-methods/create.js';
import {
  detachedError,
  findPaymentMethod,
  storePaymentMethod,
} from '../payment-methods/instruments.js';
import type { IntentChange } from './apply-params.js';

/**
 * Why an instrument cannot pay an intent of this customer; `null` if it can. An instrument that belongs to no customer can
 * pay any intent.
 */
export const ownershipProblem = (
  { id, detached, customer: owner }: Instrument,
  customer: string | null,
): ApiError | null => {
  if (detached) return detachedError(id);
  if (owner === null || owner === customer) return null;
  return customer === null
    ? invalidRequest(
        `The \`payment_method\` parameter supplied ${id} belongs to the Customer ${owner}. Please include the Customer in the \`customer\` parameter on the PaymentIntent.`,
        { code: 'parameter_missing', param: 'source' },
      )
    : invalidRequest(
        `The PaymentMethod ${id} does not belong to the Customer you supplied ${customer}. Please use this PaymentMethod with the Customer that it belongs to instead.`,
        { param: 'payment_method' },
      );
};

/**
 * The payment method that the parameters name, if the customer may use it; `null` if they name none. `refuse` adds to the
 * error of one that the customer may not use.
 */
export const choosePaymentMethod = (
  context: RequestContext,
  {
    payment_method: id,
    payment_method_data: data,
  }: Pick<IntentChange, 'payment_method' | 'payment_method_data'>,
  customer: string | null,
  refuse: (problem: ApiError) => ApiError = identity,
): E.Either<ApiError, Instrument | null> => {
  if (id !== undefined && data !== undefined) {
    return E.left(
      invalidRequest(
        'You may only specify one of these parameters: payment_method, payment_method_data.',
        { param: 'payment_method' },
      ),
    );
  }
  if (data !== undefined) return makePaymentMethod(context, data, 'payment_method_data');
  if (id === undefined) return E.right(null);
  return pipe(
    findPaymentMethod(context, id, 'payment_method'),
    E.tap(({ instrument, fresh }) =>
      pipe(failIf(fresh ? null : ownershipProblem(instrument, customer)), E.mapLeft(refuse)),
    ),
    E.map((found) => storePaymentMethod(context, found)),
  );
};
