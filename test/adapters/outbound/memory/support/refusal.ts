import * as E from 'fp-ts/lib/Either.js';
import type { ApiErrorBody } from '../../../../../src/adapters/outbound/memory/engine/errors.js';
import type { EngineFailure } from '../../../../../src/adapters/outbound/memory/engine/kernel/pipeline.js';

/** The status and the error of what must be refused. */
export const refusal = <A>(
  result: E.Either<EngineFailure, A>,
): { readonly status: number } & ApiErrorBody => {
  if (E.isRight(result)) throw new Error(`not refused: ${JSON.stringify(result.right)}`);
  if (result.left._tag === 'NoAnswer') throw new Error('no answer');
  return { status: result.left.error.status, ...result.left.error.error };
};
