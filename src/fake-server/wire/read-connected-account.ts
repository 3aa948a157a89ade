import * as E from 'fp-ts/lib/Either.js';
import { type ApiError, docUrl } from '../../adapters/outbound/memory/engine/errors.js';

/** The account that a request names by `Stripe-Account`; `null` for the key's own. */
export const readConnectedAccount = (header: string): E.Either<ApiError, string | null> => {
  if (header === '') return E.right(null);
  return /^acct_[A-Za-z0-9]{1,64}$/.test(header)
    ? E.right(header)
    : E.left({
        status: 403,
        error: {
          type: 'invalid_request_error',
          message: `The provided key does not have access to account '${header.slice(0, 40)}' (or that account does not exist). Application access may have been revoked.`,
          code: 'account_invalid',
          doc_url: docUrl('account_invalid'),
        },
      });
};
