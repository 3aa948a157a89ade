import * as E from 'fp-ts/lib/Either.js';
import { magicTokens } from '../cards/magic-ids.js';
import { type StoredToken, storedTestCard } from '../cards/stored-card.js';
import { type ApiError, invalidRequest, noSuch } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import { emptyBillingDetails } from '../objects/address.js';

/** A card that a token stands for, and the token to be marked as used; `null` when it never wears out. */
export type TokenCard = Pick<StoredToken, 'storedCard' | 'billingDetails'> & {
  readonly token: StoredToken | null;
};

/** The card of a token that can still be used. `param`: where the token stood. */
export const findToken = (
  call: RequestContext,
  id: string,
  param: string,
): E.Either<ApiError, TokenCard> => {
  const magic = magicTokens.get(id);
  if (magic !== undefined) {
    return E.right({
      storedCard: storedTestCard(magic, call.now, call.fingerprintOf),
      billingDetails: emptyBillingDetails,
      token: null,
    });
  }
  const token = call.state.tokens.get(id);
  if (token === undefined) return E.left(noSuch('token', id, param));
  return token.used
    ? E.left(
        invalidRequest(`You cannot use a Stripe token more than once: ${id}.`, {
          code: 'token_already_used',
          param,
        }),
      )
    : E.right({ storedCard: token.storedCard, billingDetails: token.billingDetails, token });
};
