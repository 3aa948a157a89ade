import { type ApiError, docUrl } from '../../adapters/outbound/memory/engine/errors.js';

/** Another request with the same idempotency key is still being answered. */
export const keyInUse = (key: string): ApiError => ({
  status: 409,
  error: {
    type: 'invalid_request_error',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    code: 'idempotency_key_in_use',
    doc_url: docUrl('idempotency_key_in_use'),
  },
});
