import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Metadata } from '../../../domain/objects/metadata.js';
import { optionalCardFields, redactCard, requiredCardFields } from '../cards/card-params.js';
import { type ApiError, invalidRequest, noSuch } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import { type CardInstrument, newInstrument } from '../methods/instrument.js';
import { toSource } from '../methods/payment-method-view.js';
import type { CardObject } from '../objects/card.js';
import type { CustomerObject } from '../objects/customer.js';
import { mergeMetadata, metadataParam } from '../params/metadata.js';
import { simulatedEnumParam, textOrHash, textParam } from '../params/primitives.js';
import { notSimulated, type ParamsOf, shape } from '../params/shape.js';
import { refuseAttachment } from '../payment-methods/instruments.js';
import { findCustomer } from '../store/find.js';
import { cardOf, type TokenCard, useToken } from '../tokens/token.js';

/** The source of a customer's card: a token, or the card itself. */
export const sourceParam = textOrHash(
  textParam,
  shape(requiredCardFields, {
    ...optionalCardFields,
    object: simulatedEnumParam(['card'], ['alipay_account', 'bank_account']),
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

/** The source as it is stored under an idempotency key. */
export const redactSource = (source: SourceParam): unknown =>
  typeof source === 'string' ? source : redactCard(source);

const refusal = invalidRequest(
  'Card Token usage on the Customers API and Charges API has reached end of life. In order to continue processing your payments, you will need to use the Payment Intents and Payment Methods API. Read more about what you should do here: https://docs.stripe.com/payments/payment-methods/integration-options. If you need to continue to use Card Tokens on the Customers and Charges API, enable this functionality in your API policies settings: https://dashboard.stripe.com/settings/developers/api-policies',
);

/** Refuses card tokens as sources of customers and charges, as accounts of today do. */
export const refuseCardToken = ({ cardTokens }: RequestContext): E.Either<ApiError, null> =>
  cardTokens ? E.right(null) : E.left(refusal);

/** A card that its bank allows to be attached. */
export type ReadSource = { readonly card: TokenCard; readonly metadata: Metadata };

/** The card of a source that is about to become a customer's. `param`: the parameter that holds the source. */
export const readSource = (
  context: RequestContext,
  source: SourceParam,
  param: string,
): E.Either<ApiError, ReadSource> =>
  pipe(
    refuseCardToken(context),
    E.flatMap(() => cardOf(context, source, param)),
    E.tap(({ face: storedCard }) => refuseAttachment(storedCard)),
    E.bindTo('card'),
    E.bind('metadata', () =>
      mergeMetadata({}, typeof source === 'string' ? undefined : source.metadata),
    ),
  );

/** The customer's card, not stored yet. */
export const newSource = (
  context: RequestContext,
  { card, metadata }: ReadSource,
  customer: string,
): CardInstrument =>
  newInstrument({
    id: card.token?.card ?? context.newId('card'),
    kind: 'card',
    face: card.face,
    billingDetails: card.billingDetails,
    created: context.now,
    customer,
    metadata,
  });

/** Stores a customer's new card and uses up its token. */
export const storeSource = (
  context: RequestContext,
  instrument: CardInstrument,
  { card: { token } }: ReadSource,
): CardObject => {
  const card = toSource(instrument);
  useToken(context, token);
  context.state.instruments.put(instrument);
  context.emit('customer.source.created', card);
  return card;
};

/** A card of a customer, with its owner. */
export const findSource = (
  context: RequestContext,
  params: { readonly customer: string; readonly card: string },
): E.Either<ApiError, { readonly customer: CustomerObject; readonly card: CardInstrument }> =>
  pipe(
    findCustomer(context, params.customer),
    E.flatMap((customer) => {
      const card = context.state.instruments.get(params.card);
      return card?.kind === 'card' && card.customer === customer.id
        ? E.right({ customer, card })
        : E.left(noSuch('source', params.card));
    }),
  );
