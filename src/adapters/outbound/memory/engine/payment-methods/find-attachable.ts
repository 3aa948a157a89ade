import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Instrument } from '../cards/stored-card.js';
import { type ApiError, invalidRequest } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import { attachProblem } from './attach-problem.js';
import { detachedError } from './detached-error.js';
import { type FoundPaymentMethod, findPaymentMethod } from './find-payment-method.js';

const ownedProblem = (
  instrument: Instrument,
  customer: string | null,
): E.Either<ApiError, null> => {
  if (instrument.detached) return E.left(detachedError(instrument.id));
  return instrument.customer === null || instrument.customer === customer
    ? E.right(null)
    : E.left(
        invalidRequest('The payment method you provided has already been attached to a customer.', {
          code: 'payment_method_already_attached',
          param: 'payment_method',
        }),
      );
};

/**
 * A payment method that a customer can be given: it is nobody else's, and its bank agrees. `customer`: `null` for one
 * that is yet to be. `param`: where the id stood, `id` for the path.
 */
export const findAttachable = (
  call: RequestContext,
  id: string,
  customer: string | null,
  param = 'id',
): E.Either<ApiError, FoundPaymentMethod> =>
  pipe(
    findPaymentMethod(call, id, param),
    E.tap(({ instrument }) => ownedProblem(instrument, customer)),
    E.tap(({ instrument }) => attachProblem(instrument.storedCard)),
  );
