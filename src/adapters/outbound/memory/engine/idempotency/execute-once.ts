import * as E from 'fp-ts/lib/Either.js';
import { stableJson } from '../../../../../domain/json.js';
import type { EngineParts } from '../engine-parts.js';
import type { EngineRequest, RequestOptions } from '../engine-request.js';
import { invalidRequest } from '../errors.js';
import { execute } from '../execute.js';
import type { Fault } from '../faults/fault.js';
import { keyedHash } from '../keyed-hash.js';
import { deepFreeze } from '../objects/json.js';
import type { Executed } from './executed.js';
import { isKept } from './is-kept.js';
import { replayAnswer } from './replay-answer.js';

const longestKey = 255;

const unkept = <A>(answer: Executed<A>['answer']): Executed<A> => ({
  answer,
  original: null,
  replayed: false,
});

/**
 * Does the work of a request, or gives the answer that its idempotency key already has. `takeFault` is asked only when
 * there is work to be done.
 */
export const executeOnce = <A>(
  parts: EngineParts,
  request: EngineRequest<A>,
  by: RequestOptions,
  takeFault: () => Fault | null,
): Executed<A> => {
  const { idempotencyKey: key, requestId } = by;
  if (key === undefined || request.method !== 'POST') {
    const { idempotencyKey: _, ...unkeyed } = by;
    return unkept(execute(parts, request, takeFault(), unkeyed));
  }
  if (key.length > longestKey) {
    const message = `Idempotency-Key must be at most ${longestKey} characters long.`;
    return unkept(E.left(invalidRequest(message)));
  }
  const { answers, clock, seed } = parts.memory;
  const params = keyedHash(seed, stableJson(request.remembered));
  const created = clock.now();
  answers.expire(created);
  const stored = answers.get(key);
  if (stored !== undefined) return replayAnswer(request, stored, params);
  const answer = execute(parts, request, takeFault(), by);
  if (!isKept(answer)) return unkept(answer);
  clock.mark();
  const { name, path } = request;
  const original = requestId ?? null;
  answers.keep(
    deepFreeze({ key, operation: name, path, params, created, request: original, answer }),
  );
  return { answer, original, replayed: false };
};
