import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type ApiError, invalidRequest } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { RefundObject } from '../objects/refund.js';
import { findRefund } from '../store/find.js';

/** A refund that has not come to its end. */
export const findPendingRefund = (
  call: RequestContext,
  id: string,
): E.Either<ApiError, RefundObject> =>
  pipe(
    findRefund(call, id),
    E.filterOrElse(
      ({ status }) => status === 'pending',
      ({ status }) =>
        invalidRequest(
          `Refund ${id} has a status of ${status}, but it would have to be in pending.`,
        ),
    ),
  );
