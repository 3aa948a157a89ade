import * as E from 'fp-ts/lib/Either.js';
import { redact } from '../../../../../domain/redact.js';
import { type ApiError, invalidRequest } from '../errors.js';
import { type Currency, currencies } from './currencies.js';

/** The currency with this code, in whatever case it is written. */
export const readCurrency = (given: string): E.Either<ApiError, Currency> => {
  const code = given.toLowerCase();
  const currency = currencies.get(code);
  return currency === undefined
    ? E.left(
        invalidRequest(
          `Invalid currency: ${redact(code)}. Stripe currently supports these currencies: ${[...currencies.keys()].join(', ')}`,
          { param: 'currency' },
        ),
      )
    : E.right(currency);
};
