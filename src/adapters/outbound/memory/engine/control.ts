import type * as E from 'fp-ts/lib/Either.js';
import type { Call } from './call.js';
import type { ApiError } from './errors.js';

/** What the customer, the bank or the clock does: no part of the processor's interface, and no fault hits it. */
export type Control<P, A> = {
  readonly name: string;
  readonly run: (call: Call) => (params: P) => E.Either<ApiError, A>;
};
