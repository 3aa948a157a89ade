import * as E from 'fp-ts/lib/Either.js';
import { type ApiError, invalidRequest } from '../errors.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import type { UpdateIntentParams } from './intent-params.js';

type Types = Pick<PaymentIntentObject, 'allowed_payment_method_types' | 'payment_method_types'>;

/** The payment method types of an intent, by either of the names that the parameter has had: cards among them. */
export const readMethodTypes = (
  before: Types,
  {
    allowed_payment_method_types: allowed,
    payment_method_types: types,
  }: Pick<UpdateIntentParams, keyof Types>,
): E.Either<ApiError, Types> => {
  if (allowed !== undefined && types !== undefined) {
    return E.left(
      invalidRequest(
        'You may only specify one of these parameters: allowed_payment_method_types, payment_method_types.',
        { param: 'payment_method_types' },
      ),
    );
  }
  const given = allowed ?? types;
  if (given !== undefined && !given.includes('card')) {
    return E.left(
      invalidRequest('This simulator simulates only payments by card: allow the type card too', {
        param: allowed === undefined ? 'payment_method_types' : 'allowed_payment_method_types',
      }),
    );
  }
  return E.right({
    allowed_payment_method_types: allowed ?? before.allowed_payment_method_types,
    payment_method_types: given ?? before.payment_method_types,
  });
};
