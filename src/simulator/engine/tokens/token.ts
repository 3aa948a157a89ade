import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { billingDetailsOfCard, type CardParams } from '../cards/card-params.js';
import { magicTokens } from '../cards/magic-ids.js';
import { readCard } from '../cards/read-card.js';
import { type StoredToken, storedTestCard } from '../cards/stored-card.js';
import { type ApiError, invalidRequest } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import { emptyBillingDetails } from '../objects/address.js';
import { deepFreeze } from '../objects/json.js';
import { findRow } from '../store/find.js';

/** The card of a token, and the token to mark as used; `null` for a magic token, which can be used any number of times. */
export type TokenCard = Pick<StoredToken, 'face' | 'billingDetails'> & {
  readonly token: StoredToken | null;
};

/** The card of a token that has not been used. `param`: the parameter that holds the token. */
const findToken = (
  context: RequestContext,
  id: string,
  param: string,
): E.Either<ApiError, TokenCard> => {
  const magic = magicTokens.get(id);
  if (magic !== undefined) {
    return E.right({
      face: storedTestCard(magic, context.now, context.fingerprintOf),
      billingDetails: emptyBillingDetails,
      token: null,
    });
  }
  return pipe(
    findRow(context.state.tokens, 'token', id, param),
    E.filterOrElse(
      ({ used }) => !used,
      () =>
        invalidRequest(`You cannot use a Stripe token more than once: ${id}.`, {
          code: 'token_already_used',
          param,
        }),
    ),
    E.map((token) => ({
      face: token.face,
      billingDetails: token.billingDetails,
      token,
    })),
  );
};

/** Marks the token as used. */
export const useToken = (context: RequestContext, token: TokenCard['token']): void => {
  if (token !== null) context.state.tokens.put(deepFreeze({ ...token, used: true }));
};

/** The card of a token, or the card that the parameters describe. `param`: the parameter that holds it. */
export const cardOf = (
  context: RequestContext,
  given: string | CardParams,
  param: string,
): E.Either<ApiError, TokenCard> =>
  typeof given === 'string'
    ? findToken(context, given, param)
    : pipe(
        readCard(given, context.now, context.fingerprintOf),
        E.map((storedCard) => ({
          face: storedCard,
          billingDetails: billingDetailsOfCard(given, emptyBillingDetails),
          token: null,
        })),
      );
