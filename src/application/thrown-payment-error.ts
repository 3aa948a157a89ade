import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { PaymentError } from '../domain/payment-error.js';
import { describePaymentError, paymentErrorCode } from '../domain/payment-error-facts.js';

/** The error with which promises reject: an `Error` with the facts of its `PaymentError`. `switch` on `_tag`. */
export type ThrownPaymentError = Error & PaymentError & { readonly code: string | null };

// In the global registry, so that two copies of this package recognize each other's errors.
const mark = Symbol.for('pasarela.PaymentError');

/** Creates an `Error` from a `PaymentError`: `message` is in English, for people; `_tag` and the facts are for programs. */
export const asThrown = (error: PaymentError): ThrownPaymentError => {
  const message = describePaymentError(error);
  const result = Object.assign(new Error(message), error, {
    name: 'PaymentError',
    message,
    code: paymentErrorCode(error),
  });
  return Object.defineProperty(result, mark, { value: true });
};

/** Whether a caught value is a `PaymentError`. Then `switch` on its `_tag` to read its facts. */
export const isPaymentError = (caught: unknown): caught is ThrownPaymentError =>
  caught instanceof Error && mark in caught;

/** Runs a task. The promise rejects with a `ThrownPaymentError`. */
export const promiseOf = async <A>(task: TE.TaskEither<PaymentError, A>): Promise<A> => {
  const outcome = await task();
  if (E.isLeft(outcome)) throw asThrown(outcome.left);
  return outcome.right;
};
