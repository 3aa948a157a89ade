import type { RequestContext } from '../kernel/request-context.js';
import { changedFields, deepFreeze } from '../objects/json.js';
import type { RefundObject } from '../objects/refund.js';

/** Stores a refund that has changed, and says so in events. Where nothing has changed, nothing happens. */
export const saveRefund = (
  call: RequestContext,
  before: RefundObject,
  after: RefundObject,
): RefundObject => {
  const changed = changedFields(before, after);
  if (Object.keys(changed).length === 0) return before;
  call.state.refunds.put(deepFreeze(after));
  call.emit('refund.updated', after, changed);
  call.emit('charge.refund.updated', after, changed);
  return after;
};
