import * as E from 'fp-ts/lib/Either.js';
import type { InvalidInput } from '../domain/payment-error.js';

/** Refuses a currency that payments may not use. `currencies`: those that they may, in lower case. */
export const allowedCurrency = (
  { currencies }: { readonly currencies: ReadonlyArray<string> },
  currency: string,
): E.Either<InvalidInput, string> =>
  currencies.includes(currency)
    ? E.right(currency)
    : E.left({
        _tag: 'InvalidInput',
        field: 'currency',
        refusal: { _tag: 'NotOneOf', values: currencies },
      });
