import { type ApiError, invalidRequest } from '../errors.js';

/** A detached payment method is of no more use. */
export const detachedError = (id: string): ApiError =>
  invalidRequest(
    `The payment method ${id} was detached from a Customer, and may not be used again.`,
    { param: 'payment_method' },
  );
