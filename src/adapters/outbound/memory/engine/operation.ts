import type * as E from 'fp-ts/lib/Either.js';
import type { Call } from './call.js';
import type { ApiError } from './errors/api-error.js';

/** The short word by which a fault can name a kind of call. */
export type OperationWord = 'tokenize' | 'attach' | 'create' | 'confirm' | 'cancel' | 'refund';

/** One operation of the processor, in its own terms. */
export type Operation<P, A> = {
  /** The port's name for it where it has one: a fault can be planned for it by this name. */
  readonly name: string;
  readonly word?: OperationWord;
  /** `CONTROL`: not part of the processor's interface, but of this one's controls. */
  readonly method: 'GET' | 'POST' | 'DELETE' | 'CONTROL';
  /** Names parameters as `:name`. */
  readonly path: string;
  /** Whether a call with these parameters charges a card. */
  readonly charges?: (params: P) => boolean;
  /** What an idempotency key may remember of the parameters; absent: all of them. */
  readonly remembered?: (params: P) => unknown;
  readonly run: (call: Call) => (params: P) => E.Either<ApiError, A>;
};
