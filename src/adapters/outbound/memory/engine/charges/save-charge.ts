import type { Call } from '../call.js';
import { changedFields } from '../changed-fields.js';
import { deepFreeze } from '../deep-freeze.js';
import type { ChargeObject } from '../objects/charge-object.js';

/** Stores the charge as it is now, and says so in an event of this type. */
export const saveCharge = (call: Call, type: string, charge: ChargeObject): ChargeObject => {
  const before = call.state.charges.get(charge.id);
  call.state.charges.put(deepFreeze(charge));
  call.emit(
    type,
    charge,
    type.endsWith('.updated') && before !== undefined ? changedFields(before, charge) : undefined,
  );
  return charge;
};
