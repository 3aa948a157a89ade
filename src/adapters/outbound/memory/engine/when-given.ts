import * as E from 'fp-ts/lib/Either.js';

/** What is read of a parameter that may be absent; `null` where it is. */
export const whenGiven = <A, L, B>(
  given: A | undefined,
  read: (given: A) => E.Either<L, B>,
): E.Either<L, B | null> => (given === undefined ? E.right(null) : read(given));
