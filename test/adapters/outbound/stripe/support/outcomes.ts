import * as E from 'fp-ts/lib/Either.js';

/** The error of a result that must be a failure. */
export const left = <L, A>(result: E.Either<L, A>): L => {
  if (E.isRight(result)) throw new Error(`succeeded: ${JSON.stringify(result.right)}`);
  return result.left;
};

/** The value of a result that must be a success. */
export const right = <A>(result: E.Either<unknown, A>): A => {
  if (E.isLeft(result)) throw new Error(`failed: ${JSON.stringify(result.left)}`);
  return result.right;
};
