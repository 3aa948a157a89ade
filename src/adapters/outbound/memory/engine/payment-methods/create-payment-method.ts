import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Call } from '../call.js';
import { CardParams } from '../cards/card-params.js';
import { newInstrument } from '../cards/new-instrument.js';
import { readCard } from '../cards/read-card.js';
import { redactCard } from '../cards/redact-card.js';
import type { ApiError } from '../errors/api-error.js';
import { mergeMetadata } from '../merge-metadata.js';
import { emptyBillingDetails } from '../objects/billing-details.js';
import { operation } from '../operation.js';
import { address } from '../params/address.js';
import { metadataParam } from '../params/metadata-param.js';
import { oneOf } from '../params/one-of.js';
import type { Param } from '../params/param.js';
import type { ParamsOf } from '../params/params.js';
import { shape } from '../params/shape.js';
import { text } from '../params/text.js';
import { unsettable } from '../params/unsettable.js';
import { findToken, type TokenCard } from '../tokens/find-token.js';
import { useToken } from '../tokens/use-token.js';
import { toPaymentMethod } from './to-payment-method.js';

const byToken = shape({ token: text });

/** A card as it is written, or the token that stands for one. */
const cardOrToken: Param<CardParams | ParamsOf<typeof byToken>> = {
  read: (value, name) =>
    typeof value === 'object' && 'token' in value
      ? byToken.read(value, name)
      : CardParams.read(value, name),
};

const billingDetails = shape(
  {},
  {
    address,
    email: unsettable(text),
    name: unsettable(text),
    phone: unsettable(text),
    tax_id: unsettable(text),
  },
);

const CreatePaymentMethodParams = shape(
  { type: oneOf('card'), card: cardOrToken },
  { billing_details: billingDetails, metadata: metadataParam },
);
type CreatePaymentMethodParams = ParamsOf<typeof CreatePaymentMethodParams>;

const cardOf = (
  call: Call,
  card: CreatePaymentMethodParams['card'],
): E.Either<ApiError, TokenCard> =>
  'token' in card
    ? findToken(call, card.token, 'card[token]')
    : pipe(
        readCard(card, call.now, call.fingerprintOf),
        E.map((face) => ({ face, token: null })),
      );

/** Makes a payment method of a card or of a token. */
export const createPaymentMethod = operation({
  name: 'createPaymentMethod',
  word: 'tokenize',
  method: 'POST',
  path: '/v1/payment_methods',
  gives: 'payment_method',
  params: CreatePaymentMethodParams,
  remembered: ({ card, ...rest }) => ({
    ...rest,
    card: 'token' in card ? card : redactCard(card),
  }),
  run: (call) => (params) =>
    pipe(
      cardOf(call, params.card),
      E.bindTo('tokenCard'),
      E.bind('metadata', () => mergeMetadata({}, params.metadata)),
      E.map(({ tokenCard, metadata }) => {
        const instrument = newInstrument({
          id: call.newId('pm'),
          kind: 'payment_method',
          face: tokenCard.face,
          created: call.now,
          customer: null,
          metadata,
          billingDetails: { ...emptyBillingDetails, ...structuredClone(params.billing_details) },
        });
        useToken(call, tokenCard);
        call.state.instruments.put(instrument);
        return toPaymentMethod(instrument);
      }),
    ),
});
