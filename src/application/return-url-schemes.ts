import * as E from 'fp-ts/lib/Either.js';
import { schemeOf, webSchemes } from '../domain/objects/return-url.js';
import type { InvalidInput } from '../domain/payment-error.js';

/** The schemes that a `return_url` may have besides https and http. */
export type ReturnUrlSchemes = {
  /** In lower case, without `:`. Absent: none. */
  readonly returnUrlSchemes?: ReadonlyArray<string>;
};

/** Refuses the URL of a page of the shop with a scheme that is not allowed: the customer could be sent to a foreign app. */
export const checkReturnUrl = (
  { returnUrlSchemes = [] }: ReturnUrlSchemes,
  url: string | undefined,
  field: 'return_url' | 'success_url' | 'cancel_url' = 'return_url',
): E.Either<InvalidInput, void> => {
  const schemes: ReadonlyArray<string> = [...webSchemes, ...returnUrlSchemes];
  return url === undefined || schemes.includes(schemeOf(url))
    ? E.right(undefined)
    : E.left({
        _tag: 'InvalidInput',
        field,
        refusal: { _tag: 'NotScheme', schemes },
      });
};
