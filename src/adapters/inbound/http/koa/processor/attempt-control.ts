import * as E from 'fp-ts/lib/Either.js';
import {
  isPaymentError,
  type ThrownPaymentError,
} from '../../../../../application/thrown-payment-error.js';

/** What a control of the processor does, as a value: its refusals it throws. Whatever else it throws is a defect. */
export const attemptControl = <A>(act: () => A): E.Either<ThrownPaymentError, A> => {
  try {
    return E.right(act());
  } catch (caught) {
    if (isPaymentError(caught)) return E.left(caught);
    throw caught;
  }
};
