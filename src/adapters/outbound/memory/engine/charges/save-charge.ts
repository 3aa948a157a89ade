import type { RequestContext } from '../kernel/request-context.js';
import type { ChargeObject } from '../objects/charge.js';
import type { EventType } from '../objects/event-types.js';
import { changedFields, deepFreeze } from '../objects/json.js';

const changeOf = (call: RequestContext, type: EventType, charge: ChargeObject) => {
  const before = call.state.charges.get(charge.id);
  return type === 'charge.updated' && before !== undefined
    ? changedFields(before, charge)
    : undefined;
};

/** Stores the charge as it is now, and says so in an event of this type. An update that changes nothing is none. */
export const saveCharge = (
  call: RequestContext,
  type: EventType,
  charge: ChargeObject,
): ChargeObject => {
  const changed = changeOf(call, type, charge);
  if (changed !== undefined && Object.keys(changed).length === 0) return charge;
  call.state.charges.put(deepFreeze(charge));
  call.emit(type, charge, changed);
  return charge;
};
