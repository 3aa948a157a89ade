import type * as E from 'fp-ts/lib/Either.js';
import type { Call } from './call.js';
import type { Method, OperationWord } from './engine-request.js';
import type { ApiError } from './errors.js';
import type { ObjectName } from './objects/object.js';
import type { Params } from './params/shape.js';

/** What an operation is. */
export type Definition<P, A> = {
  /** The port's name for it where it has one: a fault can be planned for it by this name. */
  readonly name: string;
  readonly word?: OperationWord;
  readonly method: Method;
  /** Names parameters as `:name`. */
  readonly path: string;
  /** What the answer is; with `list`, what the items of its `data` are. */
  readonly gives: ObjectName;
  readonly list?: true;
  /** The parameters of the path and of the form together. */
  readonly params: Params<P>;
  /** Whether a call with these parameters charges a card. */
  readonly charges?: (params: P) => boolean;
  /** What an idempotency key may remember of the parameters; absent: all of them. */
  readonly remembered?: (params: P) => unknown;
  readonly run: (call: Call) => (params: P) => E.Either<ApiError, A>;
};
