import * as E from 'fp-ts/lib/Either.js';

/** The result of what must not fail. */
export const right = <L, A>(result: E.Either<L, A>): A => {
  if (E.isLeft(result)) throw new Error(`refused: ${JSON.stringify(result.left)}`);
  return result.right;
};
