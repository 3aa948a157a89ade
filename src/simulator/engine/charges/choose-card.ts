import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { redact } from '../../../domain/text/redact.js';
import { type ApiError, cardError, invalidRequest } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import { type CardInstrument, newInstrument } from '../methods/instrument.js';
import type { CustomerObject } from '../objects/customer.js';
import { deepFreeze } from '../objects/json.js';
import { mergeMetadata } from '../params/metadata.js';
import { refuseCardToken, type SourceParam } from '../sources/source.js';
import { findCustomer } from '../store/find.js';
import { cardOf, useToken } from '../tokens/token.js';

const noSource = invalidRequest('Must provide source or customer.', { code: 'parameter_missing' });

const noCard = cardError({
  code: 'missing',
  message:
    "This Customer doesn't have any saved payment details. Attach a legacy Token, Card, Bank Account, or Source to this Customer and then try this request again, or use Payment Intents and Payment Methods instead.",
  param: 'card',
});

const onlyPaymentMethods = cardError({
  code: 'missing',
  message:
    "This Customer doesn't have any legacy saved payment details, but does have a Payment Method attached. Use a Payment Intent instead of creating a Charge: https://stripe.com/docs/payments/payment-intents/migration",
  param: 'card',
});

const notLinked = (customer: string, source: SourceParam): ApiError =>
  invalidRequest(
    `Customer ${customer} does not have a linked source with ID ${typeof source === 'string' ? redact(source) : 'card'}.`,
    { code: 'missing', param: 'source' },
  );

const cardOfCustomer = (
  context: RequestContext,
  { id, default_source }: CustomerObject,
  source: SourceParam | undefined,
): E.Either<ApiError, CardInstrument> => {
  const named = source ?? default_source;
  if (named === null) {
    const [owned] = context.state.instruments.newestFirst({ index: 'customer', key: id });
    return E.left(owned === undefined ? noCard : onlyPaymentMethods);
  }
  const card = typeof named === 'string' ? context.state.instruments.get(named) : undefined;
  return card?.kind === 'card' && card.customer === id
    ? E.right(card)
    : E.left(notLinked(id, named));
};

// The card of a source without a customer can be charged only once.
const singleUseCard = (
  context: RequestContext,
  source: SourceParam,
): E.Either<ApiError, CardInstrument> =>
  pipe(
    refuseCardToken(context),
    E.flatMap(() => cardOf(context, source, 'source')),
    E.bindTo('card'),
    E.bind('metadata', () =>
      mergeMetadata({}, typeof source === 'string' ? undefined : source.metadata),
    ),
    E.map(({ card: { face: storedCard, billingDetails, token }, metadata }) => {
      const card = deepFreeze({
        ...newInstrument({
          id: token?.card ?? context.newId('card'),
          kind: 'card',
          face: storedCard,
          billingDetails,
          created: context.now,
          customer: null,
          metadata,
        }),
        checked: true,
        detached: true,
      });
      useToken(context, token);
      context.state.instruments.put(card);
      return card;
    }),
  );

/** The card to charge: the named or the default card of the customer, or the card of the source. */
export const chooseCard = (
  context: RequestContext,
  { customer, source }: { readonly customer?: string; readonly source?: SourceParam },
): E.Either<ApiError, CardInstrument> => {
  if (customer !== undefined) {
    return pipe(
      findCustomer(context, customer, 'customer'),
      E.flatMap((known) => cardOfCustomer(context, known, source)),
    );
  }
  return source === undefined ? E.left(noSource) : singleUseCard(context, source);
};
