import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { answered } from './answered.js';
import type { EngineFailure } from './engine-failure.js';
import type { EngineParts } from './engine-parts.js';
import type { EngineRequest, RequestOptions } from './engine-request.js';
import { rateLimited } from './errors.js';
import type { Exchange } from './exchange.js';
import { execute } from './execute.js';
import { executeOnce } from './idempotency/execute-once.js';
import type { Executed } from './idempotency/executed.js';

const arrived = <A>({ answer, original, replayed }: Executed<A>): Exchange<A> => ({
  answer: pipe(answer, E.mapLeft(answered)),
  original,
  replayed,
  brokenOff: null,
  delay: 0,
});

const failed = (failure: EngineFailure): Exchange<never> => ({
  answer: E.left(failure),
  original: null,
  replayed: false,
  brokenOff: null,
  delay: 0,
});

const notDone = failed({ _tag: 'NoAnswer', outcome: 'not_done' });
const unknown = failed({ _tag: 'NoAnswer', outcome: 'unknown' });

/** Answers a request: the faults of the way there, the work, the faults of the way back. */
export const answerRequest = <A>(
  parts: EngineParts,
  request: EngineRequest<A>,
  options: RequestOptions,
): Exchange<A> => {
  const planned = parts.memory.faults.find(request);
  const fault = planned?.fault ?? null;
  const work = (): Executed<A> =>
    executeOnce(parts.memory, request, options, (by) => {
      planned?.use();
      return execute(parts, request, fault, by);
    });
  const meet = <B>(exchange: Exchange<B>): Exchange<B> => {
    planned?.use();
    return exchange;
  };
  if (typeof fault === 'object' && fault !== null && 'delay' in fault) {
    return meet({ ...arrived(work()), delay: fault.delay });
  }
  switch (fault) {
    case 'rate_limit':
      return meet(failed(answered(rateLimited)));
    case 'unreachable':
      return meet(notDone);
    case 'timeout_before':
      return meet(unknown);
    case 'timeout_after':
      work();
      return meet(unknown);
    case 'cut_short':
      return meet({ ...unknown, brokenOff: work().answer });
    default:
      return arrived(work());
  }
};
