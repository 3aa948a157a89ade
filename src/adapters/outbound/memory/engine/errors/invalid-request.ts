import type { ApiError, ApiErrorBody } from './api-error.js';
import { docUrl } from './doc-url.js';

/** A 400 of the kind `invalid_request_error`. */
export const invalidRequest = (
  message: string,
  details: Pick<ApiErrorBody, 'code' | 'param' | 'payment_intent'> = {},
): ApiError => ({
  status: 400,
  error: {
    type: 'invalid_request_error',
    message,
    ...details,
    ...(details.code === undefined ? {} : { doc_url: docUrl(details.code) }),
  },
});
