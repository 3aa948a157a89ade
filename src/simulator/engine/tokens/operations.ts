import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { CardParams, redactCard } from '../cards/card-params.js';
import { toCardObject } from '../cards/card-views.js';
import type { StoredToken } from '../cards/stored-card.js';
import { invalidRequest } from '../errors.js';
import { operation } from '../kernel/operation.js';
import { deepFreeze } from '../objects/json.js';
import type { TokenObject } from '../objects/token.js';
import { textParam } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { findRow } from '../store/find.js';
import { cardOf } from './token.js';

const toTokenObject = (token: StoredToken): TokenObject =>
  deepFreeze({
    id: token.id,
    object: 'token',
    card: toCardObject({
      id: token.card,
      face: token.face,
      billingDetails: token.billingDetails,
    }),
    client_ip: token.clientIp,
    created: token.created,
    livemode: false,
    type: 'card',
    used: token.used,
  });

// Quoted from Stripe in 2018 and later by the logs of two projects.
const nothingToKeep = invalidRequest(
  "You must supply either a card, customer, PII data, bank account, or account legal entity to create a token. If you're making this request with a library, be sure to pass all of the required parameters for creating a token. If you're making this request manually, be sure your POST parameters begin with the token type. For example, a PII token would require `pii[personal_id_number]`, while an account token would require a parameter beginning with `account[legal_entity]`. See the API reference for more information: https://stripe.com/docs/api#token_object",
  { code: 'parameter_missing' },
);

/** Creates a single-use token for a card. */
export const createToken = operation({
  name: 'createCardToken',
  failureAlias: 'tokenize',
  method: 'POST',
  path: '/v1/tokens',
  returns: 'token',
  params: shape(
    {},
    {
      card: CardParams,
      ...notSimulated('account', 'bank_account', 'customer', 'cvc_update', 'person', 'pii'),
    },
  ),
  remembered: ({ card }) => (card === undefined ? {} : redactCard(card)),
  run: (context) => (params) =>
    pipe(
      params.card === undefined ? E.left(nothingToKeep) : cardOf(context, params.card, 'card'),
      E.map(({ face: storedCard, billingDetails }) => {
        const token = deepFreeze({
          id: context.newId('tok'),
          card: context.newId('card'),
          face: storedCard,
          billingDetails,
          clientIp: context.clientIp,
          created: context.now,
          used: false,
        });
        context.state.tokens.put(token);
        return toTokenObject(token);
      }),
    ),
});

/** A token that was created; magic tokens cannot be retrieved. */
export const retrieveToken = operation({
  name: 'retrieveCardToken',
  method: 'GET',
  path: '/v1/tokens/:token',
  returns: 'token',
  params: shape({ token: textParam }),
  run:
    ({ state }) =>
    ({ token }) =>
      pipe(findRow(state.tokens, 'token', token), E.map(toTokenObject)),
});
