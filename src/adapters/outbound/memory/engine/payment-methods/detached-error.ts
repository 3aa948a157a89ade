import type { ApiError } from '../errors/api-error.js';
import { invalidRequest } from '../errors/invalid-request.js';

/** A detached payment method is of no more use. */
export const detachedError = (id: string): ApiError =>
  invalidRequest(
    `The payment method ${id} was detached from a Customer, and may not be used again.`,
    { param: 'payment_method' },
  );
