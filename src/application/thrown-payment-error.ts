import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { PaymentError } from '../domain/payment-error.js';
import {
  describePaymentError,
  type KindOf,
  paymentErrorCode,
  paymentErrorKind,
} from '../domain/payment-error-facts.js';

type WithKind<E extends PaymentError> = E extends PaymentError
  ? E & {
      /** The part that it is about: `input`, `card`, `processor`, `store` or `access`. A `switch` on it narrows `_tag`. */
      readonly kind: KindOf<E['_tag']>;
    }
  : never;

/** The error with which promises reject: an `Error` with the facts of its `PaymentError`. `switch` on `kind` or `_tag`. */
export type ThrownPaymentError = Error &
  WithKind<PaymentError> & {
    /** For programs: the `code` of the HTTP interface; `null`: it has none. */
    readonly code: string | null;
  };

// In the global registry, so that two copies of this package recognize each other's errors.
const mark = Symbol.for('pasarela.PaymentError');

/** Creates an `Error` from a `PaymentError`: `message` is in English, for people; `_tag` and the facts are for programs. */
export const asThrown = (
  error: PaymentError,
): Error & PaymentError & Pick<ThrownPaymentError, 'kind' | 'code'> => {
  const message = describePaymentError(error);
  const result = Object.assign(new Error(message), error, {
    name: 'PaymentError',
    message,
    kind: paymentErrorKind(error),
    code: paymentErrorCode(error),
  });
  return Object.defineProperty(result, mark, { value: true });
};

/** Whether a caught value is a `PaymentError`. Then `switch` on its `kind`, or on its `_tag` to read its facts. */
export const isPaymentError = (caught: unknown): caught is ThrownPaymentError =>
  caught instanceof Error && mark in caught;

/** Runs a task. The promise rejects with a `ThrownPaymentError`. */
export const promiseOf = async <A>(task: TE.TaskEither<PaymentError, A>): Promise<A> => {
  const outcome = await task();
  if (E.isLeft(outcome)) throw asThrown(outcome.left);
  return outcome.right;
};
