import * as E from 'fp-ts/lib/Either.js';

/** The error of what must fail. */
export const left = <L, A>(result: E.Either<L, A>): L => {
  if (E.isRight(result)) throw new Error(`succeeded: ${JSON.stringify(result.right)}`);
  return result.left;
};
