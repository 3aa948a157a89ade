import * as E from 'fp-ts/lib/Either.js';
import type { Call } from '../call.js';
import { type ApiError, noSuch } from '../errors.js';
import type { RefundObject } from '../objects/refund.js';

/** The refund. */
export const findRefund = (call: Call, id: string): E.Either<ApiError, RefundObject> => {
  const refund = call.state.refunds.get(id);
  return refund === undefined ? E.left(noSuch('refund', id)) : E.right(refund);
};
