import type * as E from 'fp-ts/lib/Either.js';
import type { ApiError } from '../errors.js';
import type { WireValue } from './wire-value.js';

/** Reads one parameter. `name` is the whole of it, as the caller wrote it: `card[number]`. */
export type Param<A> = {
  readonly read: (value: WireValue, name: string) => E.Either<ApiError, A>;
};
