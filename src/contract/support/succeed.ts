import { strict as assert } from 'node:assert';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { ProcessorError } from '../../domain/payment-error.js';
import { summaryOf } from './summary-of.js';

/** Runs a call that must succeed. Returns the result. */
export const succeed = async <A>(
  what: string,
  task: TE.TaskEither<ProcessorError, A>,
): Promise<A> => {
  const outcome = await task();
  if (E.isRight(outcome)) return outcome.right;
  return assert.fail(`${what}: must succeed, but ended in ${summaryOf(outcome.left)}`);
};
