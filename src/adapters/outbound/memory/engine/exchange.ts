import type * as E from 'fp-ts/lib/Either.js';
import type { EngineFailure } from './engine-failure.js';
import type { ApiError } from './errors.js';
import type { Executed } from './idempotency/executed.js';

/** What came of a request, and how it gets back to the caller. */
export type Exchange<A> = Omit<Executed<A>, 'answer'> & {
  readonly answer: E.Either<EngineFailure, A>;
  /** The answer whose connection breaks halfway: to the caller that is none. */
  readonly brokenOff: E.Either<ApiError, A> | null;
  /** For how long the answer is held back, in milliseconds. The engine itself never waits. */
  readonly delay: number;
};
