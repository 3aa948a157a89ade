import * as E from 'fp-ts/lib/Either.js';
import { isPaymentError, type ThrownPaymentError } from '../../../../../src/index.js';
import type { ApiErrorBody } from '../../../../../src/simulator/engine/errors.js';
import type { EngineFailure } from '../../../../../src/simulator/engine/kernel/pipeline.js';

/** The value of a result that must not fail. */
export const right = <L, A>(result: E.Either<L, A>): A => {
  if (E.isLeft(result)) throw new Error(`refused: ${JSON.stringify(result.left)}`);
  return result.right;
};

/** The status and the error of a result that must be refused. */
export const refusal = <A>(
  result: E.Either<EngineFailure, A>,
): { readonly status: number } & ApiErrorBody => {
  if (E.isRight(result)) throw new Error(`not refused: ${JSON.stringify(result.right)}`);
  if (result.left._tag === 'NoAnswer') throw new Error('no answer');
  return { status: result.left.error.status, ...result.left.error.error };
};

/** Returns the payment error that an act throws. Other errors are defects and are thrown again. */
export const thrown = (act: () => unknown): ThrownPaymentError => {
  try {
    act();
  } catch (caught) {
    if (isPaymentError(caught)) return caught;
    throw caught;
  }
  throw new Error('not refused');
};
