import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { CardParams, redactCard } from '../cards/card-params.js';
import { toCardObject } from '../cards/card-views.js';
import type { StoredToken } from '../cards/stored-card.js';
import { noSuch } from '../errors.js';
import { operation } from '../kernel/operation.js';
import { deepFreeze } from '../objects/json.js';
import type { TokenObject } from '../objects/token.js';
import { text } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { cardOf } from './token.js';

/** The token as the processor shows it. */
const toTokenObject = (token: StoredToken): TokenObject =>
  deepFreeze({
    id: token.id,
    object: 'token',
    card: toCardObject({
      id: token.card,
      storedCard: token.storedCard,
      billingDetails: token.billingDetails,
    }),
    client_ip: token.clientIp,
    created: token.created,
    livemode: false,
    type: 'card',
    used: token.used,
  });

/** Puts a single-use token in the place of a card. */
export const createToken = operation({
  name: 'createCardToken',
  failureAlias: 'tokenize',
  method: 'POST',
  path: '/v1/tokens',
  returns: 'token',
  params: shape(
    { card: CardParams },
    notSimulated('account', 'bank_account', 'customer', 'cvc_update', 'person', 'pii'),
  ),
  remembered: ({ card }) => redactCard(card),
  run: (call) => (params) =>
    pipe(
      cardOf(call, params.card, 'card'),
      E.map(({ storedCard, billingDetails }) => {
        const token = deepFreeze({
          id: call.newId('tok'),
          card: call.newId('card'),
          storedCard,
          billingDetails,
          clientIp: call.clientIp,
          created: call.now,
          used: false,
        });
        call.state.tokens.put(token);
        return toTokenObject(token);
      }),
    ),
});

/** A token that was created here; the magic ones have no object of their own. */
export const retrieveToken = operation({
  name: 'retrieveCardToken',
  method: 'GET',
  path: '/v1/tokens/:token',
  returns: 'token',
  params: shape({ token: text }),
  run: (call) => (params) => {
    const token = call.state.tokens.get(params.token);
    return token === undefined
      ? E.left(noSuch('token', params.token))
      : E.right(toTokenObject(token));
  },
});
