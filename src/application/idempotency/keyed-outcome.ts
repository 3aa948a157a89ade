import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as J from 'fp-ts/lib/Json.js';
import * as O from 'fp-ts/lib/Option.js';
import type { PaymentError } from '../../domain/payment-error.js';
import { repeatedAs } from '../../domain/payment-error-facts.js';
import type { IdempotencyCipher } from '../ports/idempotency-cipher.js';

/** Writes the outcome of a use case as text and reads it. It only reads what it wrote, so it trusts the type. */
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

/** Whether there was an earlier request with the key: no, perhaps one that the store has lost, or certainly. */
export type Earlier =
  | { readonly _tag: 'None' }
  | { readonly _tag: 'Possible'; readonly since: number }
  /** `since`: Unix seconds. */
  | { readonly _tag: 'Certain'; readonly since: number };

const causeOf = (error: PaymentError): unknown =>
  'cause' in error ? error.cause : new Error('message' in error ? error.message : error._tag);

const unknownOutcome = (cause: unknown): PaymentError => ({
  _tag: 'ProcessorUnavailable',
  outcome: 'unknown',
  cause,
});

/** Whether the processor says that the key was first sent with another request (`idempotency_error` of Stripe). */
export const isOtherUse = (error: PaymentError): boolean =>
  error._tag === 'ProcessorRefused' && error.code === 'idempotency_error';

/**
 * The error that the caller gets. If there was an earlier request with the key, "nothing was done" becomes "the outcome is
 * unknown": the earlier request may have charged.
 */
export const asUnknownOutcome =
  (earlier: Earlier, now: number) =>
  (error: PaymentError): PaymentError => {
    const since = earlier._tag === 'None' ? now : earlier.since;
    const inDoubt: PaymentError = { _tag: 'IdempotencyKeyInDoubt', since };
    // The processor has seen this key, even if the store has not. A new key could do the work twice.
    if (isOtherUse(error)) return inDoubt;
    if (earlier._tag === 'None') return error;
    switch (repeatedAs(error)) {
      case 'same':
        return error;
      case 'unknown':
        return unknownOutcome(causeOf(error));
      case 'in_doubt':
        return earlier._tag === 'Certain' ? inDoubt : error;
    }
  };

/** Decrypts and reads a stored answer; `none` if that is not possible. */
export const openAnswer = <A>(
  { open }: IdempotencyCipher,
  text: string,
): O.Option<E.Either<PaymentError, A>> =>
  pipe(
    open(text),
    O.flatMap((opened) => O.fromEither(storedOutcome.read<A>(opened))),
  );
