import * as E from 'fp-ts/lib/Either.js';

/** The result of what must not fail. */
export const right = <A>(result: E.Either<unknown, A>): A => {
  if (E.isLeft(result)) throw new Error(`failed: ${JSON.stringify(result.left)}`);
  return result.right;
};
