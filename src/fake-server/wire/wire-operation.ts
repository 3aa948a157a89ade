import type * as E from 'fp-ts/lib/Either.js';
import type {
  EngineRequest,
  Method,
} from '../../adapters/outbound/memory/engine/engine-request.js';
import type { ApiError } from '../../adapters/outbound/memory/engine/errors.js';
import type { JsonObject } from '../../adapters/outbound/memory/engine/objects/json.js';
import type { WireHash } from '../../adapters/outbound/memory/engine/params/param.js';

/** What the wire has to know of an operation. */
export type WireOperation = {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly read: (form: WireHash) => E.Either<ApiError, EngineRequest<JsonObject>>;
};
