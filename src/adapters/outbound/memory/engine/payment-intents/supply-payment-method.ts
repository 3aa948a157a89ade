import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Call } from '../call.js';
import type { Instrument } from '../cards/instrument.js';
import type { ApiError } from '../errors/api-error.js';
import { invalidRequest } from '../errors/invalid-request.js';
import { detachedError } from '../payment-methods/detached-error.js';
import {
  type FoundPaymentMethod,
  findPaymentMethod,
} from '../payment-methods/find-payment-method.js';
import { keepPaymentMethod } from '../payment-methods/keep-payment-method.js';

const belongs = (
  { instrument, fresh }: FoundPaymentMethod,
  customer: string | null,
): E.Either<ApiError, null> => {
  const { id } = instrument;
  if (fresh) return E.right(null);
  if (instrument.detached) return E.left(detachedError(id));
  if (instrument.customer === customer) return E.right(null);
  return E.left(
    customer === null
      ? invalidRequest(
          `The payment method supplied (${id}) belongs to a Customer. Please include the Customer in the \`customer\` parameter on the PaymentIntent.`,
          { param: 'payment_method' },
        )
      : invalidRequest(
          `The payment method supplied (${id}) does not belong to a Customer, but you supplied Customer ${customer}. Please attach the payment method to this Customer before using it with a PaymentIntent.`,
          { param: 'payment_method' },
        ),
  );
};

/** The instrument that a caller names for an intent, if the intent's customer may use it. */
export const supplyPaymentMethod = (
  call: Call,
  id: string,
  customer: string | null,
): E.Either<ApiError, Instrument> =>
  pipe(
    findPaymentMethod(call, id, 'payment_method'),
    E.tap((found) => belongs(found, customer)),
    E.map((found) => keepPaymentMethod(call, found)),
  );
