import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { decideAuthorization } from '../cards/decide-authorization.js';
import { behaviourOf } from '../cards/stored-card.js';
import { type Money, readMoney } from '../currencies/money.js';
import { type ApiError, cardError } from '../errors.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { CardInstrument } from '../methods/instrument.js';
import { toSource } from '../methods/payment-method-view.js';
import type { ChargeObject } from '../objects/charge.js';
import { shipping, toShipping } from '../params/address.js';
import { receiptEmail } from '../params/email.js';
import { mergeMetadata, metadataParam } from '../params/metadata.js';
import { booleanParam, integerParam, textParam, textUpTo } from '../params/primitives.js';
import { notSimulated, type ParamsOf, shape } from '../params/shape.js';
import { statementDescriptor } from '../params/statement-descriptor.js';
import { redactSource, sourceParam } from '../sources/source.js';
import { type ChargeResult, makeCharge } from './charge-record.js';
import { chooseCard } from './choose-card.js';
import { disputeCharge } from './dispute.js';

/** A charge without a payment intent. `amount` is minor units. */
const CreateChargeParams = shape(
  { amount: integerParam, currency: textParam },
  {
    capture: booleanParam,
    customer: textParam,
    description: textUpTo(40_000),
    metadata: metadataParam,
    // Accepted and ignored, as by the processor: only cards and tokens can be charged without an intent.
    payment_method: textParam,
    radar_options: shape({}, { session: textParam }),
    receipt_email: receiptEmail,
    shipping,
    source: sourceParam,
    statement_descriptor: statementDescriptor,
    statement_descriptor_suffix: statementDescriptor,
    transfer_group: textParam,
    ...notSimulated(
      'application_fee',
      'application_fee_amount',
      'card',
      'destination',
      'on_behalf_of',
      'transfer_data',
    ),
  },
);
type CreateChargeParams = ParamsOf<typeof CreateChargeParams>;

// No customer is present to authenticate, so a card that requires 3D Secure is declined.
const resultOf = (
  { chargeFailure: failure }: RequestContext,
  { face: storedCard, setUp }: CardInstrument,
  { capture }: CreateChargeParams,
): ChargeResult => {
  const outcome = decideAuthorization({
    behaviour: behaviourOf(storedCard),
    setUp,
    authenticated: false,
    offSession: true,
    errorOnRequiresAction: false,
    challengeRequested: false,
    manualCapture: capture === false,
    failure,
  });
  switch (outcome._tag) {
    case 'Declined':
      return { decline: outcome.decline };
    case 'Authorized':
      return 'authorized';
    case 'Processing':
    case 'RequiresAction':
      return 'pending';
    case 'Approved':
      return 'succeeded';
  }
};

const chargeCard = (
  context: RequestContext,
  instrument: CardInstrument,
  params: CreateChargeParams,
  given: Money & Pick<ChargeObject, 'metadata'>,
): E.Either<ApiError, ChargeObject> => {
  const result = resultOf(context, instrument, params);
  const charge = makeCharge(
    context,
    {
      ...given,
      customer: params.customer ?? null,
      description: params.description ?? null,
      payment_intent: null,
      receipt_email: params.receipt_email ?? null,
      shipping: params.shipping === undefined ? null : toShipping(params.shipping),
      source: toSource(instrument),
      statement_descriptor: params.statement_descriptor ?? null,
      statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
      transfer_group: params.transfer_group ?? null,
      instrument,
      authenticated: false,
      mandate: null,
      radarSession: params.radar_options?.session ?? null,
    },
    result,
  );
  if (typeof result === 'object') {
    return E.left(cardError(result.decline, { charge: charge.id }));
  }
  disputeCharge(context, charge);
  return E.right(charge);
};

/** Charges a card, or only authorizes the amount. A decline is a 402, and the failed charge is stored. */
export const createCharge = operation({
  name: 'createCharge',
  method: 'POST',
  path: '/v1/charges',
  returns: 'charge',
  params: CreateChargeParams,
  charges: () => true,
  remembered: ({ source, ...rest }) => ({
    ...rest,
    source: source === undefined ? null : redactSource(source),
  }),
  run: (context) => (params) =>
    pipe(
      readMoney(params),
      E.bindTo('money'),
      E.bind('metadata', () => mergeMetadata({}, params.metadata)),
      E.bind('card', () => chooseCard(context, params)),
      E.flatMap(({ money, metadata, card }) =>
        chargeCard(context, card, params, { ...money, metadata }),
      ),
    ),
});
