import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Field } from '../../src/domain/input/field.js';

/** Runs a task that must succeed. */
export const run = async <L, A>(task: TE.TaskEither<L, A>): Promise<A> => {
  const result = await task();
  if (E.isLeft(result)) throw new Error(JSON.stringify(result.left));
  return result.right;
};

/** Decodes a value that must be valid. */
export const as = <A, O>(field: Field<A, O>, value: unknown): A => {
  const refined = field.refine(value);
  if (E.isLeft(refined)) throw new Error(JSON.stringify(refined.left));
  return refined.right;
};
