import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { PaymentError } from '../../domain/payment-error.js';
import { outcomeOf } from '../../domain/payment-error-facts.js';

/** The outcome of a keyed request. `replayed`: it is the stored answer of another request. */
export type IdempotentResult<A, Err = PaymentError> = {
  readonly outcome: E.Either<Err, A>;
  readonly replayed: boolean;
};

/** The result of a request that did its own work. */
export const notReplayed = <A>(outcome: E.Either<PaymentError, A>): IdempotentResult<A> => ({
  outcome,
  replayed: false,
});

/** The state of a key when the work of its request has ended, according to its store. */
export type KeyFate<A> =
  /** The request still had it. */
  | { readonly _tag: 'Ours' }
  /** Another request has taken it over. `answer`: the answer that is stored. */
  | { readonly _tag: 'Taken'; readonly answer: O.Option<E.Either<PaymentError, A>> }
  /** The store could not be asked. `leased`: nobody can have taken it over yet. */
  | { readonly _tag: 'Unknown'; readonly leased: boolean };

/** The error of a request that was perhaps done by another one with its key. */
export const asUnknown = (error: PaymentError): PaymentError => {
  if (error._tag === 'StoreUnavailable') return { ...error, outcome: 'unknown' };
  if (outcomeOf(error) === 'unknown') return error;
  return {
    _tag: 'ProcessorUnavailable',
    outcome: 'unknown',
    cause: new Error(
      `the idempotency key was lost to another request, so the end of this one tells nothing: ${error._tag}`,
      'cause' in error ? { cause: error.cause } : {},
    ),
  };
};

/**
 * The result of a keyed request, fixed only when the fate of its key is known (decision I7). A success is evidence of the work:
 * only the success of the other request replaces it. A failure tells nothing when another request may have done the work.
 */
export const fixedOutcome = <A>(
  outcome: E.Either<PaymentError, A>,
  fate: KeyFate<A>,
): IdempotentResult<A> => {
  const own = notReplayed(outcome);
  const unlessFailed = notReplayed(E.mapLeft(asUnknown)(outcome));
  switch (fate._tag) {
    case 'Ours':
      return own;
    case 'Unknown':
      return fate.leased ? own : unlessFailed;
    case 'Taken':
      return O.isSome(fate.answer) && (E.isRight(fate.answer.value) || E.isLeft(outcome))
        ? { outcome: fate.answer.value, replayed: true }
        : unlessFailed;
  }
};
