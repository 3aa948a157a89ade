import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Engine } from '../../../../../src/adapters/outbound/memory/engine/engine.js';
import type {
  EngineOperation,
  RequestOptions,
} from '../../../../../src/adapters/outbound/memory/engine/kernel/operation.js';
import {
  answered,
  type EngineFailure,
} from '../../../../../src/adapters/outbound/memory/engine/kernel/pipeline.js';
import type { JsonObject } from '../../../../../src/adapters/outbound/memory/engine/objects/json.js';
import type { WireHash } from '../../../../../src/adapters/outbound/memory/engine/params/param.js';

/** Sends a form to the engine, as it arrives over the wire. */
export const ask = (
  engine: Engine,
  { read }: Pick<EngineOperation<never, never>, 'read'>,
  form: WireHash,
  options: RequestOptions = {},
): E.Either<EngineFailure, JsonObject> =>
  pipe(
    read(form),
    E.mapLeft(answered),
    E.flatMap((request) => engine.respond(request, options).answer),
  );
