import type { Decline } from '../cards/decline.js';
import type { ApiError, ApiErrorBody } from './api-error.js';
import { docUrl } from './doc-url.js';

/** A 402: the card, its data or its bank said no. */
export const cardError = (
  decline: Decline,
  details: Pick<ApiErrorBody, 'charge' | 'payment_intent' | 'payment_method'> = {},
): ApiError => ({
  status: 402,
  error: {
    type: 'card_error',
    message: decline.message,
    code: decline.code,
    ...(decline.decline_code === undefined ? {} : { decline_code: decline.decline_code }),
    ...(decline.param === undefined ? {} : { param: decline.param }),
    doc_url: docUrl(decline.code),
    ...details,
  },
});
