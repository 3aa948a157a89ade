import type { JsonObject } from './objects/json.js';
import { type Operation, operation } from './operation.js';

/** The same operation at another path, which names the same parameters. */
export const atPath = <P extends object, A extends JsonObject>(
  known: Operation<P, A>,
  path: string,
): Operation<P, A> => operation({ ...known, path });
