import { type ApiError, invalidRequest } from '../errors.js';
import type { ChargeObject } from '../objects/charge.js';

/** Why a charge cannot be given back at all; `null` when it can. */
export const refundProblem = (charge: ChargeObject): ApiError | null => {
  const { id } = charge;
  if (charge.refunded) {
    return invalidRequest(`Charge ${id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  if (charge.disputed) {
    return invalidRequest(`Charge ${id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  if (charge.status !== 'succeeded') {
    return invalidRequest(`Charge ${id} was not paid; cannot issue a refund.`, {
      code: 'charge_not_refundable',
      param: 'charge',
    });
  }
  return charge.captured || charge.payment_intent === null
    ? null
    : invalidRequest(
        `Charge ${id} has not been captured; cancel its PaymentIntent to release the amount.`,
        { code: 'charge_not_refundable', param: 'charge' },
      );
};
