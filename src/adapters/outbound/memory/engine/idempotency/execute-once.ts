import * as E from 'fp-ts/lib/Either.js';
import { deepFreeze } from '../deep-freeze.js';
import type { EngineParts } from '../engine-parts.js';
import type { ApiError } from '../errors/api-error.js';
import { invalidRequest } from '../errors/invalid-request.js';
import { execute } from '../execute.js';
import type { Fault } from '../faults/fault.js';
import { keyedHash } from '../keyed-hash.js';
import type { Operation } from '../operation.js';
import { fillPath } from './fill-path.js';
import { isKept } from './is-kept.js';
import { replayAnswer } from './replay-answer.js';
import { stableJson } from './stable-json.js';

const longestKey = 255;

/**
 * Does the work of an operation, or gives the answer that its idempotency key already has. `takeFault` is asked only
 * when there is work to be done.
 */
export const executeOnce = <P extends object, A>(
  parts: EngineParts,
  operation: Operation<P, A>,
  params: P,
  key: string | undefined,
  takeFault: () => Fault | null,
): E.Either<ApiError, A> => {
  if (key === undefined || operation.method !== 'POST') {
    return execute(parts, operation, params, takeFault(), null);
  }
  if (key.length > longestKey) {
    return E.left(invalidRequest(`Idempotency-Key must be at most ${longestKey} characters long.`));
  }
  const { answers, clock, seed } = parts.memory;
  const path = fillPath(operation.path, params);
  const hash = keyedHash(seed, stableJson(operation.remembered?.(params) ?? params));
  const created = clock.now();
  answers.expire(created);
  const stored = answers.get(key);
  if (stored !== undefined) return replayAnswer(operation, stored, path, hash);
  const answer = execute(parts, operation, params, takeFault(), key);
  if (isKept(answer)) {
    clock.mark();
    const { name } = operation;
    answers.keep(deepFreeze({ key, operation: name, path, params: hash, created, answer }));
  }
  return answer;
};
