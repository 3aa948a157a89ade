import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { billingDetailsOfCard, type CardParams } from '../cards/card-params.js';
import { magicTokens } from '../cards/magic-ids.js';
import { readCard } from '../cards/read-card.js';
import { type StoredToken, storedTestCard } from '../cards/stored-card.js';
import { type ApiError, invalidRequest, noSuch } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import { emptyBillingDetails } from '../objects/address.js';
import { deepFreeze } from '../objects/json.js';

/** A card that a token stands for, and the token to be marked as used; `null` when it never wears out. */
export type TokenCard = Pick<StoredToken, 'storedCard' | 'billingDetails'> & {
  readonly token: StoredToken | null;
};

/** The card of a token that can still be used. `param`: where the token stood. */
const findToken = (
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

/** Marks the token as used, where the card came from one that wears out. */
export const useToken = (call: RequestContext, token: TokenCard['token']): void => {
  if (token !== null) call.state.tokens.put(deepFreeze({ ...token, used: true }));
};

/** The card that a token stands for, or that is written out. `param`: where it stood. */
export const cardOf = (
  call: RequestContext,
  given: string | CardParams,
  param: string,
): E.Either<ApiError, TokenCard> =>
  typeof given === 'string'
    ? findToken(call, given, param)
    : pipe(
        readCard(given, call.now, call.fingerprintOf),
        E.map((storedCard) => ({
          storedCard,
          billingDetails: billingDetailsOfCard(given, emptyBillingDetails),
          token: null,
        })),
      );
