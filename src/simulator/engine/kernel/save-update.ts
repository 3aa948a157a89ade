import { identity } from 'fp-ts/lib/function.js';
import type { CustomerObject } from '../objects/customer.js';
import type { EventType } from '../objects/event-types.js';
import { changedFields, type JsonObject } from '../objects/json.js';
import type { Table } from '../store/table.js';
import type { RequestContext } from './request-context.js';

/** Stores a changed row and emits an event with the changed fields, as `show` shows them. Does nothing if none changed. */
export const saveUpdate = <A>(
  context: RequestContext,
  table: Pick<Table<A, never>, 'put'>,
  type: EventType,
  before: A,
  after: A,
  show: (row: A) => JsonObject,
): A => {
  const shown = show(after);
  const changed = changedFields(show(before), shown);
  if (Object.keys(changed).length === 0) return before;
  table.put(after);
  context.emit(type, shown, changed);
  return after;
};

/** Stores a changed customer. */
export const saveCustomer = (
  context: RequestContext,
  before: CustomerObject,
  after: CustomerObject,
): CustomerObject =>
  saveUpdate(context, context.state.customers, 'customer.updated', before, after, identity);
