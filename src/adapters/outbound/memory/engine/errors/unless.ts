import * as E from 'fp-ts/lib/Either.js';
import type { ApiError } from './api-error.js';

/** Goes on unless there is a problem. */
export const unless = (problem: ApiError | null): E.Either<ApiError, null> =>
  problem === null ? E.right(null) : E.left(problem);
