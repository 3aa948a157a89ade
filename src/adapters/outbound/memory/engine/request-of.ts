import type { Definition } from './definition.js';
import type { EngineRequest } from './engine-request.js';
import { fillPath } from './idempotency/fill-path.js';

/** An operation with its parameters. */
export const requestOf = <P extends object, A>(
  { name, word, method, path, charges, remembered, run }: Definition<P, A>,
  params: P,
): EngineRequest<A> => ({
  name,
  word,
  method,
  path: fillPath(path, params),
  charges: charges?.(params) ?? false,
  remembered: remembered?.(params) ?? params,
  run: (call) => run(call)(params),
});
