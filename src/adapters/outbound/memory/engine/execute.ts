import * as E from 'fp-ts/lib/Either.js';
import type { ChargeFault } from './cards/decide-authorization.js';
import { declineOf } from './cards/declines.js';
import type { Control } from './control.js';
import { createCall } from './create-call.js';
import type { EngineParts } from './engine-parts.js';
import type { EngineRequest, RequestOptions } from './engine-request.js';
import { type ApiError, cardError, serverError } from './errors.js';
import type { Fault } from './faults/fault.js';

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

const isChargeFault = (fault: Fault | null): fault is ChargeFault =>
  fault === 'processing' || (typeof fault === 'object' && fault !== null && 'decline' in fault);

/** Does the work of a request, or what a fault puts in its place. */
export const execute = <A>(
  parts: EngineParts,
  request: EngineRequest<A>,
  fault: Fault | null,
  by: RequestOptions,
): E.Either<ApiError, A> => {
  if (fault === 'server_error') return E.left(serverError);
  const chargeFault = isChargeFault(fault) ? fault : null;
  if (chargeFault !== null && chargeFault !== 'processing' && !request.charges) {
    return E.left(cardError(declineOf(chargeFault.decline)));
  }
  const call = createCall(parts, { by, chargeFault });
  return marked(parts, request.method !== 'GET', () => request.run(call));
};

/** Does what a control says. */
export const executeControl = <P, A>(
  parts: EngineParts,
  control: Control<P, A>,
  params: P,
): E.Either<ApiError, A> => {
  const call = createCall(parts, { by: null, chargeFault: null });
  return marked(parts, true, () => control.run(call)(params));
};
