import type { Decline } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { ChargeObject } from '../objects/charge.js';
import { declinedOutcome } from './charge-outcomes.js';
import { saveCharge } from './save-charge.js';

/** A pending charge that its bank refuses after all. */
export const failCharge = (
  call: RequestContext,
  charge: ChargeObject,
  decline: Decline,
): ChargeObject =>
  saveCharge(call, 'charge.failed', {
    ...charge,
    failure_code: decline.code,
    failure_message: decline.message,
    outcome: declinedOutcome(decline),
    paid: false,
    status: 'failed',
  });
