import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { describePaymentError } from '../domain/describe-payment-error.js';
import type { PaymentError } from '../domain/payment-error.js';
import { paymentErrorCode } from '../domain/payment-error-code.js';

/** A `PaymentError` as promises reject with it: an `Error` with the facts of the union on it. */
export type ThrownPaymentError = Error & PaymentError & { readonly code: string | null };

// Registered, so that two copies of this package know each other's errors.
const mark = Symbol.for('pasarela.PaymentError');

/** The error as something to throw: its `message` is the text for people, `_tag` and the facts are the union's. */
export const asThrown = (error: PaymentError): ThrownPaymentError => {
  const result = Object.assign(new Error(describePaymentError(error)), error, {
    name: 'PaymentError',
    code: paymentErrorCode(error),
  });
  return Object.defineProperty(result, mark, { value: true });
};

/** Whether something caught is a `PaymentError`: then a `switch` on its `_tag` knows its facts. */
export const isPaymentError = (caught: unknown): caught is ThrownPaymentError =>
  caught instanceof Error && mark in caught;

/** Runs the task; its promise rejects with a `ThrownPaymentError`. */
export const promiseOf = async <A>(task: TE.TaskEither<PaymentError, A>): Promise<A> => {
  const outcome = await task();
  if (E.isLeft(outcome)) throw asThrown(outcome.left);
  return outcome.right;
};
