import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { answered } from '../../../../../src/adapters/outbound/memory/engine/answered.js';
import type { Engine } from '../../../../../src/adapters/outbound/memory/engine/engine.js';
import type { EngineFailure } from '../../../../../src/adapters/outbound/memory/engine/engine-failure.js';
import type { RequestOptions } from '../../../../../src/adapters/outbound/memory/engine/engine-request.js';
import type { JsonObject } from '../../../../../src/adapters/outbound/memory/engine/objects/json.js';
import type { Operation } from '../../../../../src/adapters/outbound/memory/engine/operation.js';
import type { WireHash } from '../../../../../src/adapters/outbound/memory/engine/params/param.js';

/** What the processor answers to a form, as it comes over the wire. */
export const ask = (
  engine: Engine,
  { read }: Pick<Operation<never, never>, 'read'>,
  form: WireHash,
  options: RequestOptions = {},
): E.Either<EngineFailure, JsonObject> =>
  pipe(
    read(form),
    E.mapLeft(answered),
    E.flatMap((request) => engine.exchange(request, options).answer),
  );
