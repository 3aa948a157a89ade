import * as E from 'fp-ts/lib/Either.js';
import type { ApiError } from '../../adapters/outbound/memory/engine/errors/api-error.js';
import { docUrl } from '../../adapters/outbound/memory/engine/errors/doc-url.js';
import type { Caller } from './authenticate.js';

const forBrowsers: ReadonlySet<string> = new Set(['createCardToken', 'createPaymentMethod']);

const refusal: ApiError = {
  status: 401,
  error: {
    type: 'invalid_request_error',
    message:
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
    code: 'secret_key_required',
    doc_url: docUrl('secret_key_required'),
  },
};

/** A key that browsers know may put cards into tokens and payment methods, and nothing else. */
export const refusePublishableKey = (
  { publishable }: Caller,
  operation: string,
): E.Either<ApiError, null> =>
  publishable && !forBrowsers.has(operation) ? E.left(refusal) : E.right(null);
