import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Call } from '../call.js';
import type { CardParams } from '../cards/card-params.js';
import { newInstrument } from '../cards/new-instrument.js';
import { readCard } from '../cards/read-card.js';
import { redactCard } from '../cards/redact-card.js';
import type { ApiError } from '../errors/api-error.js';
import { mergeMetadata } from '../merge-metadata.js';
import { type BillingDetails, emptyBillingDetails } from '../objects/billing-details.js';
import type { Metadata } from '../objects/metadata.js';
import type { PaymentMethodObject } from '../objects/payment-method-object.js';
import type { Operation } from '../operation.js';
import { findToken, type TokenCard } from '../tokens/find-token.js';
import { useToken } from '../tokens/use-token.js';
import { toPaymentMethod } from './to-payment-method.js';

export type CreatePaymentMethodParams = {
  readonly type: 'card';
  readonly card: CardParams | { readonly token: string };
  readonly billing_details?: Partial<BillingDetails>;
  readonly metadata?: Metadata;
};

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
export const createPaymentMethod: Operation<CreatePaymentMethodParams, PaymentMethodObject> = {
  name: 'createPaymentMethod',
  word: 'tokenize',
  method: 'POST',
  path: '/v1/payment_methods',
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
};
