import type { ApiError } from './api-error.js';

/** The processor's own fault. */
export const serverError: ApiError = {
  status: 500,
  error: { type: 'api_error', message: 'An unknown error occurred' },
};

/** Too many requests. */
export const rateLimited: ApiError = {
  status: 429,
  error: {
    type: 'invalid_request_error',
    message: 'Too many requests hit the API too quickly.',
    code: 'rate_limit',
  },
};
