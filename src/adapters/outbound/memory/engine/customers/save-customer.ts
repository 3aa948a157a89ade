import type { RequestContext } from '../kernel/request-context.js';
import type { CustomerObject } from '../objects/customer.js';
import { changedFields, deepFreeze } from '../objects/json.js';

/** Stores a customer that has changed, and says so in an event. Where nothing has changed, nothing happens. */
export const saveCustomer = (
  call: RequestContext,
  before: CustomerObject,
  after: CustomerObject,
): CustomerObject => {
  const changed = changedFields(before, after);
  if (Object.keys(changed).length === 0) return before;
  call.state.customers.put(deepFreeze(after));
  call.emit('customer.updated', after, changed);
  return after;
};
