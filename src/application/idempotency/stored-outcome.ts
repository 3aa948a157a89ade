import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as J from 'fp-ts/lib/Json.js';
import type { PaymentError } from '../../domain/payment-error.js';

/** What a use case ended in, as text and back. What is read must have been written here: its type is taken on trust. */
export const storedOutcome = {
  write: (outcome: E.Either<PaymentError, unknown>): E.Either<unknown, string> =>
    J.stringify(outcome),
  read: <A>(text: string): E.Either<unknown, E.Either<PaymentError, A>> =>
    pipe(
      J.parse(text),
      E.map((outcome): unknown => outcome),
      E.map((outcome) => outcome as E.Either<PaymentError, A>),
    ),
};
