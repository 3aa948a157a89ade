import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ChargeFailure } from '../cards/decide-authorization.js';
import { declineOf } from '../cards/declines.js';
import { type ApiError, cardError, rateLimited, serverError } from '../errors.js';
import { createContext } from './create-context.js';
import { type Executed, executeOnce } from './idempotency.js';
import type { EngineParts } from './memory.js';
import type { Control, EngineRequest, RequestOptions } from './operation.js';
import type { PlannedFailure } from './planned-failures.js';

/** What a call ends in, besides its result: the processor's answer, or none. */
export type EngineFailure =
  | { readonly _tag: 'Answered'; readonly error: ApiError }
  | { readonly _tag: 'NoAnswer'; readonly outcome: 'not_done' | 'unknown' };

/** The processor answered with a failure. */
export const answered = (error: ApiError): EngineFailure => ({ _tag: 'Answered', error });

/** What came of a request, and how it gets back to the caller. */
export type EngineResponse<A> = Omit<Executed<A>, 'answer'> & {
  readonly answer: E.Either<EngineFailure, A>;
  /** The answer whose connection breaks halfway: to the caller that is none. */
  readonly brokenOff: E.Either<ApiError, A> | null;
  /** For how long the answer is held back, in milliseconds. The engine itself never waits. */
  readonly delay: number;
};

// Moments are kept when something changed: looking at the clock is no change.
const marked = <A>(
  { memory: { ids, clock } }: EngineParts,
  changes: boolean,
  work: () => E.Either<ApiError, A>,
): E.Either<ApiError, A> => {
  const made = ids.made();
  const answer = work();
  if ((changes && E.isRight(answer)) || ids.made() !== made) clock.mark();
  return answer;
};

const isChargeFailure = (fault: PlannedFailure | null): fault is ChargeFailure =>
  fault === 'processing' || (typeof fault === 'object' && fault !== null && 'decline' in fault);

/** Does the work of a request, or what a fault puts in its place. */
const execute = <A>(
  parts: EngineParts,
  request: EngineRequest<A>,
  fault: PlannedFailure | null,
  by: RequestOptions,
): E.Either<ApiError, A> => {
  if (fault === 'server_error') return E.left(serverError);
  const chargeFault = isChargeFailure(fault) ? fault : null;
  if (chargeFault !== null && chargeFault !== 'processing' && !request.charges) {
    return E.left(cardError(declineOf(chargeFault.decline)));
  }
  const call = createContext(parts, { by, chargeFault });
  return marked(parts, request.method !== 'GET', () => request.run(call));
};

/** Does what a control says. */
export const executeControl = <P, A>(
  parts: EngineParts,
  control: Control<P, A>,
  params: P,
): E.Either<ApiError, A> => {
  const call = createContext(parts, { by: null, chargeFault: null });
  return marked(parts, true, () => control.run(call)(params));
};

const delivered = <A>({ answer, original, replayed }: Executed<A>): EngineResponse<A> => ({
  answer: pipe(answer, E.mapLeft(answered)),
  original,
  replayed,
  brokenOff: null,
  delay: 0,
});

const failed = (failure: EngineFailure): EngineResponse<never> => ({
  answer: E.left(failure),
  original: null,
  replayed: false,
  brokenOff: null,
  delay: 0,
});

const notDone = failed({ _tag: 'NoAnswer', outcome: 'not_done' });
const unknown = failed({ _tag: 'NoAnswer', outcome: 'unknown' });

/** Answers a request: the faults of the way there, the work, the faults of the way back. */
export const respond = <A>(
  parts: EngineParts,
  request: EngineRequest<A>,
  options: RequestOptions,
): EngineResponse<A> => {
  const planned = parts.memory.failures.find(request);
  const fault = planned?.fault ?? null;
  const work = (): Executed<A> =>
    executeOnce(parts.memory, request, options, (by) => {
      planned?.use();
      return execute(parts, request, fault, by);
    });
  const meet = <B>(exchange: EngineResponse<B>): EngineResponse<B> => {
    planned?.use();
    return exchange;
  };
  if (typeof fault === 'object' && fault !== null && 'delay' in fault) {
    return meet({ ...delivered(work()), delay: fault.delay });
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
      return delivered(work());
  }
};
