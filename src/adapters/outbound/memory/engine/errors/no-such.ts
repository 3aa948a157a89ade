import { redact } from '../../../../../domain/redact.js';
import type { ApiError } from './api-error.js';
import { docUrl } from './doc-url.js';

export type NoSuchResource =
  | 'balance transaction'
  | 'customer'
  | 'dispute'
  | 'payment_intent'
  | 'charge'
  | 'token'
  | 'payment_method'
  | 'source'
  | 'refund'
  | 'event'
  | 'webhook endpoint'
  | 'delivery';

/** Nothing has this id. `param` `id` speaks of the path, and is a 404; any other names a part of the body, a 400. */
export const noSuch = (resource: NoSuchResource, id: string, param = 'id'): ApiError => ({
  status: param === 'id' ? 404 : 400,
  error: {
    type: 'invalid_request_error',
    // A card number where an id was due is not repeated: the message is answered, and kept under an idempotency key.
    message: `No such ${resource}: '${redact(id)}'`,
    code: 'resource_missing',
    param,
    doc_url: docUrl('resource_missing'),
  },
});
