import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { answered } from './answered.js';
import type { EngineFailure } from './engine-failure.js';
import type { EngineParts } from './engine-parts.js';
import type { EngineRequest, RequestOptions } from './engine-request.js';
import { rateLimited } from './errors/api-failures.js';
import type { Exchange } from './exchange.js';
import { executeOnce } from './idempotency/execute-once.js';

/** Answers a request: the faults of the way there, the work, the faults of the way back. */
export const answerRequest = <A>(
  parts: EngineParts,
  request: EngineRequest<A>,
  options: RequestOptions,
): Exchange<A> => {
  const planned = parts.memory.faults.find(request);
  const work = (): Exchange<A> => {
    const { answer, original } = executeOnce(parts, request, options, () => {
      planned?.use();
      return planned?.fault ?? null;
    });
    return { answer: pipe(answer, E.mapLeft(answered)), original };
  };
  const fail = (failure: EngineFailure): Exchange<A> => {
    planned?.use();
    return { answer: E.left(failure), original: null };
  };
  switch (planned?.fault) {
    case 'rate_limit':
      return fail(answered(rateLimited));
    case 'unreachable':
      return fail({ _tag: 'NoAnswer', outcome: 'not_done' });
    case 'timeout_before':
      return fail({ _tag: 'NoAnswer', outcome: 'unknown' });
    case 'timeout_after':
      work();
      return fail({ _tag: 'NoAnswer', outcome: 'unknown' });
    default:
      return work();
  }
};
