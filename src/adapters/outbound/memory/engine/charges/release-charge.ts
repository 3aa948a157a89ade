import type { RequestContext } from '../kernel/request-context.js';
import type { ChargeObject } from '../objects/charge.js';
import { refundCharge } from '../refunds/refund-charge.js';

/** Lets go of what an authorized charge holds, because somebody says so or because its time is over. */
export const releaseCharge = (
  call: RequestContext,
  charge: ChargeObject,
  expired: boolean,
): void => {
  const released = refundCharge(call, charge, {
    amount: charge.amount,
    reason: expired ? 'expired_uncaptured_charge' : null,
    released: true,
  });
  if (expired) call.emit('charge.expired', released.charge);
};
