import type * as E from 'fp-ts/lib/Either.js';
import type { ApiError } from '../errors.js';

/** What a request came to. */
export type Executed<A> = {
  readonly answer: E.Either<ApiError, A>;
  /** Kept for an idempotency key: the id of the request that was answered first, this one or another. */
  readonly original: string | null;
  /** Whether this is the first answer again. */
  readonly replayed: boolean;
};
