import * as E from 'fp-ts/lib/Either.js';
import type { ChargeFailure } from '../cards/decide-authorization.js';
import { declineOf } from '../cards/declines.js';
import { type ApiError, cardError, rateLimited, serverError } from '../errors.js';
import { createContext } from './create-context.js';
import { type Executed, executeOnce } from './idempotency.js';
import type { EngineParts } from './memory.js';
import type { Control, EngineRequest, RequestOptions } from './operation.js';
import type { PlannedFailure } from './planned-failures.js';

/** Why a request has no result: the processor refused it, or no response arrived. */
export type EngineFailure =
  | { readonly _tag: 'Answered'; readonly error: ApiError }
  | { readonly _tag: 'NoAnswer'; readonly outcome: 'not_done' | 'unknown' };

export const answered = (error: ApiError): EngineFailure => ({ _tag: 'Answered', error });

/** The outcome of a request, and how it reaches the caller. */
export type EngineResponse<A> = Omit<Executed<A>, 'answer'> & {
  readonly answer: E.Either<EngineFailure, A>;
  /** The response whose connection breaks in the middle; its caller gets no `answer`. */
  readonly brokenOff: E.Either<ApiError, A> | null;
  /** How long the response is held back, in milliseconds. The engine itself never waits. */
  readonly delay: number;
};

// The clock's moment becomes part of the state only when something has changed.
const markingClock = <A>(
  { memory: { ids, clock } }: EngineParts,
  changes: boolean,
  work: () => E.Either<ApiError, A>,
): E.Either<ApiError, A> => {
  const made = ids.made();
  const answer = work();
  if ((changes && E.isRight(answer)) || ids.made() !== made) clock.mark();
  return answer;
};

const isChargeFailure = (failure: PlannedFailure | null): failure is ChargeFailure =>
  failure === 'processing' ||
  (typeof failure === 'object' && failure !== null && 'decline' in failure);

const execute = <A>(
  parts: EngineParts,
  request: EngineRequest<A>,
  failure: PlannedFailure | null,
  by: RequestOptions,
): E.Either<ApiError, A> => {
  if (failure === 'server_error') return E.left(serverError);
  const chargeFailure = isChargeFailure(failure) ? failure : null;
  const asksBank = request.charges || request.setsUp;
  if (chargeFailure !== null && chargeFailure !== 'processing' && !asksBank) {
    return E.left(cardError(declineOf(chargeFailure.decline)));
  }
  const context = createContext(parts, { by, chargeFailure });
  return markingClock(parts, request.method !== 'GET', () => request.run(context));
};

/** Runs a control. */
export const executeControl = <P, A>(
  parts: EngineParts,
  control: Control<P, A>,
  params: P,
): E.Either<ApiError, A> => {
  const context = createContext(parts, { by: null, chargeFailure: null });
  return markingClock(parts, true, () => control.run(context)(params));
};

const delivered = <A>({ answer, original, replayed }: Executed<A>): EngineResponse<A> => ({
  answer: E.isLeft(answer) ? E.left(answered(answer.left)) : answer,
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

/** Responds to a request: runs it once for its idempotency key, and applies the failure that is planned for it. */
export const respond = <A>(
  parts: EngineParts,
  request: EngineRequest<A>,
  options: RequestOptions,
): EngineResponse<A> => {
  const planned = parts.memory.failures.find(request);
  const failure = planned?.failure ?? null;
  const run = (): Executed<A> =>
    executeOnce(parts.memory, request, options, (by) => {
      planned?.use();
      return execute(parts, request, failure, by);
    });
  // A failure of the connection counts as used even where the answer was replayed.
  const using = <B>(response: EngineResponse<B>): EngineResponse<B> => {
    planned?.use();
    return response;
  };
  if (typeof failure === 'object' && failure !== null && 'delay' in failure) {
    return using({ ...delivered(run()), delay: failure.delay });
  }
  switch (failure) {
    case 'rate_limit':
      return using(failed(answered(rateLimited)));
    case 'unreachable':
      return using(notDone);
    case 'timeout_before':
      return using(unknown);
    case 'timeout_after':
      run();
      return using(unknown);
    case 'cut_short':
      return using({ ...unknown, brokenOff: run().answer });
    default:
      return delivered(run());
  }
};
