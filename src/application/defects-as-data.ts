import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { isObject } from '../domain/input/json.js';
import type { PaymentError } from '../domain/payment-error.js';
import { isKnownError } from '../domain/payment-error-facts.js';

const isAnything = (_value: unknown): boolean => true;

const isOutcome = (value: unknown, isResult: (result: unknown) => boolean): boolean => {
  if (!isObject(value) || !('_tag' in value)) return false;
  if (value._tag === 'Left') return 'left' in value && isKnownError(value.left);
  return value._tag === 'Right' && 'right' in value && isResult(value.right);
};

const noOutcome = (outcome: unknown): TypeError =>
  new TypeError(
    'an adapter has returned neither a result nor an error of Pasarela: its functions return a TaskEither, and a processor has the errors that processorErrors makes',
    { cause: isObject(outcome) && 'left' in outcome ? outcome.left : undefined },
  );

const unexpected = (cause: unknown): E.Either<PaymentError, never> =>
  E.left({ _tag: 'Unexpected', cause });

/**
 * Runs a task whose defects become the error `Unexpected`: a throw, a rejection, an outcome that is none, and a result that
 * `isResult` refuses.
 */
export const defectsAsData =
  <A>(
    begin: () => TE.TaskEither<PaymentError, A>,
    isResult: (result: unknown) => boolean = isAnything,
  ): TE.TaskEither<PaymentError, A> =>
  async () => {
    try {
      const outcome = await begin()();
      return isOutcome(outcome, isResult) ? outcome : unexpected(noOutcome(outcome));
    } catch (cause) {
      return unexpected(cause);
    }
  };
