import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
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

const param = 'payment_method';

/** Why an instrument cannot pay an intent of this customer; `null` if it can. */
export const ownershipProblem = (
  { id, detached, customer: owner }: Instrument,
  customer: string | null,
): ApiError | null => {
  if (detached) return detachedError(id);
  if (owner === customer) return null;
  return customer === null
    ? invalidRequest(
        `The payment method supplied (${id}) belongs to a Customer. Please include the Customer in the \`customer\` parameter on the PaymentIntent.`,
        { param },
      )
    : invalidRequest(
        `The payment method supplied (${id}) does not belong to a Customer, but you supplied Customer ${customer}. Please attach the payment method to this Customer before using it with a PaymentIntent.`,
        { param },
      );
};

/** The payment method that the parameters name, if the customer may use it; `null` if they name none. */
export const choosePaymentMethod = (
  context: RequestContext,
  {
    payment_method: id,
    payment_method_data: data,
  }: Pick<IntentChange, 'payment_method' | 'payment_method_data'>,
  customer: string | null,
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
    E.tap(({ instrument, fresh }) => failIf(fresh ? null : ownershipProblem(instrument, customer))),
    E.map((found) => storePaymentMethod(context, found)),
  );
};
