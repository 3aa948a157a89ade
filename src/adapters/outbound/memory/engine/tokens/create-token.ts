import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { CardParams, redactCard } from '../cards/card-params.js';
import { operation } from '../kernel/operation.js';
import { deepFreeze } from '../objects/json.js';
import { notSimulated, shape } from '../params/shape.js';
import { cardOf } from './card-of.js';
import { toTokenObject } from './to-token-object.js';

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
