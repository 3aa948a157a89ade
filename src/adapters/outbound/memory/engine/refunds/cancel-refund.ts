import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type ApiError, invalidRequest } from '../errors.js';
import { operation } from '../kernel/operation.js';
import type { RefundObject } from '../objects/refund.js';
import { text } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { findRefund } from '../store/find.js';

/** Refuses: only a refund that waits for its customer can be canceled, and refunds to a card never do. */
export const cancelRefund = operation({
  name: 'cancelRefund',
  method: 'POST',
  path: '/v1/refunds/:refund/cancel',
  returns: 'refund',
  params: shape({ refund: text }),
  run: (call) => (params) =>
    pipe(
      findRefund(call, params.refund),
      E.flatMap(
        ({ status }): E.Either<ApiError, RefundObject> =>
          E.left(
            invalidRequest(
              `You cannot cancel this Refund because it has a status of ${status}. Only a Refund with one of the following statuses may be canceled: requires_action.`,
            ),
          ),
      ),
    ),
});
