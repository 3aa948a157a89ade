import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { PaymentError } from '../domain/payment-error.js';
import { asThrown } from './thrown-payment-error.js';

/** Runs the task; its promise rejects with a `ThrownPaymentError`. */
export const promiseOf = async <A>(task: TE.TaskEither<PaymentError, A>): Promise<A> => {
  const outcome = await task();
  if (E.isLeft(outcome)) throw asThrown(outcome.left);
  return outcome.right;
};
