import type * as E from 'fp-ts/lib/Either.js';
import type { ApiError } from '../errors/api-error.js';

/** What a request came to. `original`: the request that was answered first, where this is its answer again. */
export type Executed<A> = {
  readonly answer: E.Either<ApiError, A>;
  readonly original: string | null;
};
