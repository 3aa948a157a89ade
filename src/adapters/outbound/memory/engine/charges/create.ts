import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { toSource } from '../cards/card-views.js';
import { type AuthorizationOutcome, decideAuthorization } from '../cards/decide-authorization.js';
import { behaviourOf, type Instrument } from '../cards/stored-card.js';
import { type Money, readMoney } from '../currencies/money.js';
import { type ApiError, cardError } from '../errors.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { ChargeObject } from '../objects/charge.js';
import type { EventType } from '../objects/event-types.js';
import { shipping, toShipping } from '../params/address.js';
import { receiptEmail } from '../params/email.js';
import { mergeMetadata, metadataParam } from '../params/metadata.js';
import { flag, integer, text, textUpTo } from '../params/primitives.js';
import { notSimulated, type ParamsOf, shape } from '../params/shape.js';
import { statementDescriptor } from '../params/statement-descriptor.js';
import { redactSource, sourceParam } from '../sources/source.js';
import { type ChargeResult, newCharge, saveCharge } from './charge-record.js';
import { chooseCard } from './choose-card.js';
import { disputeCharge } from './dispute.js';

/** A charge of a card without an intent around it. `amount` is minor units. */
const CreateChargeParams = shape(
  { amount: integer, currency: text },
  {
    capture: flag,
    customer: text,
    description: textUpTo(40_000),
    metadata: metadataParam,
    radar_options: shape({}, { session: text }),
    receipt_email: receiptEmail,
    shipping,
    source: sourceParam,
    statement_descriptor: statementDescriptor,
    statement_descriptor_suffix: statementDescriptor,
    transfer_group: text,
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

// Nobody is there to be asked: a card that asks for 3D Secure is declined.
const outcomeOf = (
  { chargeFailure: chargeFault }: RequestContext,
  { storedCard, setUp }: Instrument,
  { capture }: CreateChargeParams,
): AuthorizationOutcome =>
  decideAuthorization({
    behaviour: behaviourOf(storedCard),
    setUp,
    authenticated: false,
    offSession: true,
    errorOnRequiresAction: false,
    challengeRequested: false,
    manualCapture: capture === false,
    fault: chargeFault,
  });

const charge = (
  call: RequestContext,
  instrument: Instrument,
  params: CreateChargeParams,
  given: Money & Pick<ChargeObject, 'metadata'>,
): E.Either<ApiError, ChargeObject> => {
  const made = (type: EventType, result: ChargeResult): ChargeObject =>
    saveCharge(
      call,
      type,
      newCharge(
        call,
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
          radarSession: params.radar_options?.session ?? null,
        },
        result,
      ),
    );
  const outcome = outcomeOf(call, instrument, params);
  switch (outcome._tag) {
    case 'Declined': {
      const { decline } = outcome;
      return E.left(cardError(decline, { charge: made('charge.failed', { decline }).id }));
    }
    case 'Authorized':
      return E.right(made('charge.succeeded', 'authorized'));
    case 'Processing':
    case 'RequiresAction':
      return E.right(made('charge.pending', 'pending'));
    case 'Approved': {
      const approved = made('charge.succeeded', 'succeeded');
      disputeCharge(call, approved);
      return E.right(approved);
    }
  }
};

/** Charges a card, or only holds the amount. A decline is a 402, and the failed charge is there. */
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
  run: (call) => (params) =>
    pipe(
      readMoney(params),
      E.bindTo('money'),
      E.bind('metadata', () => mergeMetadata({}, params.metadata)),
      E.bind('card', () => chooseCard(call, params)),
      E.flatMap(({ money, metadata, card }) => charge(call, card, params, { ...money, metadata })),
    ),
});
