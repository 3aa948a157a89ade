import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { optionalCardFields, redactCard, requiredCardFields } from '../cards/card-params.js';
import { toCardObject } from '../cards/card-views.js';
import { inWallet, type StoredToken } from '../cards/stored-card.js';
import { type ApiError, invalidRequest } from '../errors.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import { deepFreeze } from '../objects/json.js';
import type { TokenObject } from '../objects/token.js';
import { walletTypes } from '../objects/wallet.js';
import { enumParam, textParam } from '../params/primitives.js';
import { notSimulated, type Params, type ParamsOf, shape } from '../params/shape.js';
import { findRow } from '../store/find.js';
import { applePayCard, applePayFields, applePayOptions, redactApplePay } from './apple-pay.js';
import { cardOf, type TokenCard } from './token.js';

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

const others = notSimulated('account', 'bank_account', 'customer', 'cvc_update', 'person', 'pii');

// `wallet` plays Apple, Google and Link, which make tokens for cards in their own ways.
const ofNumber = shape(
  {},
  {
    card: shape(requiredCardFields, { ...optionalCardFields, wallet: enumParam(...walletTypes) }),
    ...others,
  },
);
const ofApplePay = shape(applePayFields, { ...applePayOptions, ...others });

const tokenParams: Params<ParamsOf<typeof ofNumber> | ParamsOf<typeof ofApplePay>> = {
  known: { ...ofApplePay.known, ...ofNumber.known },
  read: (value, name) =>
    typeof value === 'object' && 'pk_token' in value
      ? ofApplePay.read(value, name)
      : ofNumber.read(value, name),
};

type TokenParams = ParamsOf<typeof tokenParams>;

const redactParams = (params: TokenParams): unknown => {
  if ('pk_token' in params) return redactApplePay(params);
  return params.card === undefined ? {} : redactCard(params.card);
};

const readCardOf = (
  context: RequestContext,
  params: TokenParams,
): E.Either<ApiError, TokenCard> => {
  if ('pk_token' in params) return applePayCard(context, params);
  const { card } = params;
  return card === undefined
    ? E.left(nothingToKeep)
    : pipe(
        cardOf(context, card, 'card'),
        E.map((read) => ({ ...read, face: inWallet(read.face, card.wallet) })),
      );
};

/** Creates a single-use token for a card. */
export const createToken = operation({
  name: 'createCardToken',
  failureAlias: 'tokenize',
  method: 'POST',
  path: '/v1/tokens',
  returns: 'token',
  params: tokenParams,
  remembered: redactParams,
  run: (context) => (params) =>
    pipe(
      readCardOf(context, params),
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
