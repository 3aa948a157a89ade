import type * as E from 'fp-ts/lib/Either.js';
import type { Call } from './call.js';
import type { ApiError } from './errors.js';

/** The short word by which a fault can name a kind of call. */
export type OperationWord =
  | 'tokenize'
  | 'attach'
  | 'create'
  | 'confirm'
  | 'capture'
  | 'cancel'
  | 'refund';

export type Method = 'GET' | 'POST' | 'DELETE';

/** An operation with its parameters: one request, ready to be answered. */
export type EngineRequest<A> = {
  readonly name: string;
  readonly word: OperationWord | undefined;
  readonly method: Method;
  /** With the parameters that it names. */
  readonly path: string;
  /** Whether it charges a card. */
  readonly charges: boolean;
  /** What an idempotency key may remember of it. */
  readonly remembered: unknown;
  readonly run: (call: Call) => E.Either<ApiError, A>;
};

/** How a request is made, beside what it asks for. */
export type RequestOptions = {
  readonly idempotencyKey?: string;
  /** `req_...`, for the events that it causes; absent: made when the first of them needs it. */
  readonly requestId?: string;
  /** Of whom makes it, for the tokens that it creates. */
  readonly clientIp?: string;
};
