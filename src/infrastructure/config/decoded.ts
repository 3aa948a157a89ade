import type * as E from 'fp-ts/lib/Either.js';

/** What a part of the environment says; or every problem in it, a sentence each. */
export type Decoded<A> = E.Either<ReadonlyArray<string>, A>;
