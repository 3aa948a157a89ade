import * as E from 'fp-ts/lib/Either.js';
import { declineOf } from './cards/decline-of.js';
import { createCall } from './create-call.js';
import type { EngineParts } from './engine-parts.js';
import type { ApiError } from './errors/api-error.js';
import { serverError } from './errors/api-failures.js';
import { cardError } from './errors/card-error.js';
import type { Fault } from './faults/fault.js';
import type { Operation } from './operation.js';

/** Does the work of an operation, or what a fault puts in its place. */
export const execute = <P extends object, A>(
  parts: EngineParts,
  operation: Operation<P, A>,
  params: P,
  fault: Fault | null,
  idempotencyKey: string | null,
): E.Either<ApiError, A> => {
  if (fault === 'server_error') return E.left(serverError);
  const chargeFault = fault === 'processing' || typeof fault === 'object' ? fault : null;
  const charges = operation.charges?.(params) ?? false;
  if (chargeFault !== null && chargeFault !== 'processing' && !charges) {
    return E.left(cardError(declineOf(chargeFault.decline)));
  }
  const { ids, clock } = parts.memory;
  const made = ids.made();
  const byRequest = operation.method !== 'CONTROL';
  const call = createCall(parts, { byRequest, chargeFault, idempotencyKey });
  const answer = operation.run(call)(params);
  const changed = E.isRight(answer) && operation.method !== 'GET';
  if (changed || ids.made() !== made) clock.mark();
  return answer;
};
