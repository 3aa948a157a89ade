import type * as E from 'fp-ts/lib/Either.js';
import type { EngineFailure } from './engine-failure.js';

/** What came of a request. */
export type Exchange<A> = {
  readonly answer: E.Either<EngineFailure, A>;
  /** Replayed for its idempotency key: the id of the request that was answered first. */
  readonly original: string | null;
};
