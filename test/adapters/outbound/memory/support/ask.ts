import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Engine } from '../../../../../src/simulator/engine/engine.js';
import type {
  EngineOperation,
  RequestOptions,
} from '../../../../../src/simulator/engine/kernel/operation.js';
import {
  answered,
  type EngineFailure,
} from '../../../../../src/simulator/engine/kernel/pipeline.js';
import type { JsonObject } from '../../../../../src/simulator/engine/objects/json.js';
import type { WireHash } from '../../../../../src/simulator/engine/params/param.js';

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
