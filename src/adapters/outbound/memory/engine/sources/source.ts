import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { optionalCardFields, redactCard, requiredCardFields } from '../cards/card-params.js';
import { toSource } from '../cards/card-views.js';
import { type Instrument, newInstrument } from '../cards/stored-card.js';
import { type ApiError, invalidRequest, noSuch } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { CardObject } from '../objects/card.js';
import type { Metadata } from '../objects/object.js';
import { mergeMetadata, metadataParam } from '../params/metadata.js';
import { oneSimulatedOf, text, textOrHash } from '../params/primitives.js';
import { notSimulated, type ParamsOf, shape } from '../params/shape.js';
import { attachProblem } from '../payment-methods/instruments.js';
import { cardOf, type TokenCard, useToken } from '../tokens/token.js';

const otherObjects = ['alipay_account', 'bank_account'] as const;

/** Where a customer's card comes from: a token, or a card as it is written. */
export const sourceParam = textOrHash(
  text,
  shape(requiredCardFields, {
    ...optionalCardFields,
    object: oneSimulatedOf(['card'], otherObjects),
    metadata: metadataParam,
    ...notSimulated(
      'account_holder_name',
      'account_holder_type',
      'account_number',
      'country',
      'routing_number',
    ),
  }),
);
export type SourceParam = ParamsOf<typeof sourceParam>;

/** A source as an idempotency key remembers it. */
export const redactSource = (source: SourceParam): unknown =>
  typeof source === 'string' ? source : redactCard(source);

const refusal = invalidRequest(
  'Card Token usage on the Customers API and Charges API has reached end of life. In order to continue processing your payments, you will need to use the Payment Intents and Payment Methods API. Read more about what you should do here: https://docs.stripe.com/payments/payment-methods/integration-options. If you need to continue to use Card Tokens on the Customers and Charges API, enable this functionality in your API policies settings: https://dashboard.stripe.com/settings/developers/api-policies',
);

/** What accounts of today answer to a card as a source of a customer or of a charge. */
export const refuseCardToken = ({ cardTokens }: RequestContext): E.Either<ApiError, null> =>
  cardTokens ? E.right(null) : E.left(refusal);

/** A card that its bank lets a customer have. */
export type ReadSource = { readonly card: TokenCard; readonly metadata: Metadata };

/** The card of a source that is to become a customer's. `param`: where it stood. */
export const readSource = (
  call: RequestContext,
  source: SourceParam,
  param: string,
): E.Either<ApiError, ReadSource> =>
  pipe(
    refuseCardToken(call),
    E.flatMap(() => cardOf(call, source, param)),
    E.tap(({ storedCard }) => attachProblem(storedCard)),
    E.bindTo('card'),
    E.bind('metadata', () =>
      mergeMetadata({}, typeof source === 'string' ? undefined : source.metadata),
    ),
  );

/** A customer's card, not kept yet. */
export const newSource = (
  call: RequestContext,
  { card, metadata }: ReadSource,
  customer: string,
): Instrument =>
  newInstrument({
    id: card.token?.card ?? call.newId('card'),
    kind: 'card',
    storedCard: card.storedCard,
    billingDetails: card.billingDetails,
    created: call.now,
    customer,
    metadata,
  });

/** Keeps a customer's new card, whose token is used up by it. */
export const keepSource = (
  call: RequestContext,
  instrument: Instrument,
  { card: { token } }: ReadSource,
): CardObject => {
  const card = toSource(instrument);
  useToken(call, token);
  call.state.instruments.put(instrument);
  call.emit('customer.source.created', card);
  return card;
};

/** A customer's card. */
export const findSource = (
  call: RequestContext,
  customer: string,
  id: string,
): E.Either<ApiError, Instrument> => {
  const instrument = call.state.instruments.get(id);
  return instrument?.kind === 'card' && instrument.customer === customer
    ? E.right(instrument)
    : E.left(noSuch('source', id));
};
