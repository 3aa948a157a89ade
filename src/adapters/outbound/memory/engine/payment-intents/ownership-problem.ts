import type { Instrument } from '../cards/stored-card.js';
import { type ApiError, invalidRequest } from '../errors.js';
import { detachedError } from '../payment-methods/detached-error.js';

const param = 'payment_method';

/** Why an intent of this customer cannot be paid with an instrument; `null` when it can. */
export const ownershipProblem = (
  { id, detached, customer: owner }: Instrument,
  customer: string | null,
): ApiError | null => {
  if (detached) return detachedError(id);
  if (owner === customer) return null;
  return customer === null
    ? invalidRequest(
        `The payment method supplied (${id}) belongs to a Customer. Please include the Customer in the \`customer\` parameter on the PaymentIntent.`,
        { param },
      )
    : invalidRequest(
        `The payment method supplied (${id}) does not belong to a Customer, but you supplied Customer ${customer}. Please attach the payment method to this Customer before using it with a PaymentIntent.`,
        { param },
      );
};
