import type * as E from 'fp-ts/lib/Either.js';
import type { ApiError } from '../errors.js';

/** The first answer to an idempotency key. */
export type StoredAnswer<A = unknown> = {
  readonly operation: string;
  readonly key: string;
  readonly path: string;
  /** A keyed hash of the parameters. */
  readonly params: string;
  readonly created: number;
  /** `req_...`, of a request that came with an id. */
  readonly request: string | null;
  readonly answer: E.Either<ApiError, A>;
};
