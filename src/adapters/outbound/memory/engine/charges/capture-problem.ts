import { type ApiError, invalidRequest } from '../errors.js';
import type { ChargeObject } from '../objects/charge.js';

/** Why a charge cannot be captured by itself; `null` when it can. */
export const captureProblem = ({
  id,
  captured,
  payment_intent,
  refunded,
  status,
}: ChargeObject): ApiError | null => {
  if (captured) {
    return invalidRequest(`Charge ${id} has already been captured.`, {
      code: 'charge_already_captured',
    });
  }
  if (payment_intent !== null) {
    return invalidRequest(
      `This uncaptured Charge was created by a PaymentIntent (${payment_intent}). You must capture the PaymentIntent instead. For more information, see https://stripe.com/docs/payments/place-a-hold-on-a-payment-method`,
    );
  }
  if (status !== 'succeeded') {
    return invalidRequest(`Charge ${id} was not paid; it cannot be captured.`);
  }
  return refunded
    ? invalidRequest(
        `Charge ${id} cannot be captured because its authorization has expired or was released.`,
        { code: 'charge_expired_for_capture' },
      )
    : null;
};
