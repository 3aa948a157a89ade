import * as E from 'fp-ts/lib/Either.js';
import type { ApiError } from '../../adapters/outbound/memory/engine/errors.js';
import type { WireHash, WireValue } from '../../adapters/outbound/memory/engine/params/param.js';

const refusal: ApiError = {
  status: 402,
  error: {
    type: 'invalid_request_error',
    message:
      'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing. To enable testing raw card data APIs, see https://support.stripe.com/questions/enabling-access-to-raw-card-data-apis.',
  },
};

const holdsNumber = (value: WireValue): boolean =>
  typeof value === 'object' &&
  !Array.isArray(value) &&
  Object.entries(value).some(([name, inner]) => name === 'number' || holdsNumber(inner));

/** What accounts that may not send card numbers get for one. */
export const refuseRawCard = (form: WireHash): E.Either<ApiError, null> =>
  Object.entries(form).some(([name, value]) => name !== 'metadata' && holdsNumber(value))
    ? E.left(refusal)
    : E.right(null);
