import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import type { Stripe } from 'stripe';
import type { PaymentProcessor } from '../../../application/ports/payment-processor.js';
import { List } from '../../../domain/input/list.js';
import { nullable } from '../../../domain/input/primitives.js';
import { Charge } from '../../../domain/objects/charge.js';
import { type PaymentIntent, StripePaymentIntent } from '../../../domain/objects/payment-intent.js';
import { paymentIntentEvidence } from '../look-ups/payment-intent-evidence.js';
import { createdParams } from '../stripe-objects/created-params.js';
import { withKeyMetadata } from '../stripe-objects/idempotency-key.js';
import { chargesOf } from '../stripe-objects/intent-charges.js';
import { confirmationParams, creationParams } from '../stripe-objects/intent-params.js';
import type { StripeCall } from './attempt.js';
import type { CallRows } from './call-table.js';
import { getRequest, pathTo, postRequest, type StripeRequest } from './request.js';
import { methodParams, typesParams } from './request-format.js';

// As in `attempt.ts`: a guard is faster than decoding. In a context of its own, because that of another codec would add the
// positions of the members of `ExpandedIntent` to the names of what is wrong.
const checked = <A>(codec: t.Type<A, unknown>, value: unknown) =>
  codec.is(value) ? t.success(value) : codec.decode(value);

const [
  required,
  {
    props: { latest_charge: _, ...optional },
  },
  {
    props: { client_secret },
  },
  {
    props: { livemode, payment_method_types },
  },
  actions,
] = StripePaymentIntent.types;

/** An intent as Stripe sends it, with its latest charge expanded. */
const ExpandedIntent = t.intersection(
  [
    required,
    t.partial({ ...optional, client_secret }),
    actions,
    t.type({ livemode, payment_method_types, latest_charge: nullable(Charge) }),
  ],
  'PaymentIntent',
);

// In place: the reply was parsed for this call alone, and copies of its intents cost a tenth of a page.
const toIntent = (intent: t.TypeOf<typeof ExpandedIntent>): StripePaymentIntent =>
  Object.assign(intent, {
    latest_charge: intent.latest_charge?.id ?? null,
    charges: chargesOf(intent.id, intent.latest_charge),
  });

/** Changes Stripe's intent, with its latest charge expanded, to the port's, with a list of charges (decision P7). */
const PaymentIntentReply = new t.Type<PaymentIntent, unknown>(
  'PaymentIntent',
  StripePaymentIntent.is,
  (reply) => pipe(checked(ExpandedIntent, reply), E.map(toIntent)),
  t.identity,
);

const ExpandedIntents = List(ExpandedIntent);

/** Changes a page of Stripe's intents to the port's. */
export const PaymentIntentsReply = new t.Type<List<PaymentIntent>, unknown>(
  ExpandedIntents.name,
  List(StripePaymentIntent).is,
  (reply) =>
    pipe(
      checked(ExpandedIntents, reply),
      E.map((page) => ({ ...page, data: page.data.map(toIntent) })),
    ),
  t.identity,
);

const expand = ['latest_charge'];

/** Asks for a page of intents, with their latest charges. */
export const intentPage = (page: Stripe.PaymentIntentListParams): StripeRequest =>
  getRequest('/v1/payment_intents', { ...page, expand: ['data.latest_charge'] });

/** The call that retrieves an intent, with its latest charge. */
export const intentRetrieval = (id: string): StripeCall<PaymentIntent> => ({
  name: 'retrievePaymentIntent',
  request: () =>
    getRequest<Stripe.PaymentIntentRetrieveParams>(pathTo`/v1/payment_intents/${id}`, { expand }),
  reply: PaymentIntentReply,
});

type PaymentIntents = Pick<
  PaymentProcessor,
  | 'createPaymentIntent'
  | 'retrievePaymentIntent'
  | 'listPaymentIntents'
  | 'updatePaymentIntent'
  | 'confirmPaymentIntent'
  | 'capturePaymentIntent'
  | 'cancelPaymentIntent'
>;

/** The port's payment intent functions, for cards only (decision P2) unless the customer chooses on the page (P16). */
export const stripePaymentIntents = ({ read, reading, changing }: CallRows): PaymentIntents => ({
  createPaymentIntent: changing(
    'createPaymentIntent',
    PaymentIntentReply,
    (intent, { format, keyInMetadata }) =>
      postRequest<Stripe.PaymentIntentCreateParams>('/v1/payment_intents', {
        ...creationParams(
          withKeyMetadata(intent, keyInMetadata),
          methodParams(format, intent.payment_methods),
        ),
        expand,
      }),
    paymentIntentEvidence.created,
  ),
  retrievePaymentIntent: ({ payment_intent }) => read(intentRetrieval(payment_intent)),
  listPaymentIntents: reading('listPaymentIntents', PaymentIntentsReply, (page) =>
    intentPage(createdParams(page)),
  ),
  updatePaymentIntent: changing(
    'updatePaymentIntent',
    PaymentIntentReply,
    ({ payment_intent, payment_methods, ...changes }, { format }) =>
      postRequest<Stripe.PaymentIntentUpdateParams>(pathTo`/v1/payment_intents/${payment_intent}`, {
        ...changes,
        ...(payment_methods === undefined ? {} : typesParams(format, payment_methods)),
        expand,
      }),
    paymentIntentEvidence.updated,
  ),
  confirmPaymentIntent: changing(
    'confirmPaymentIntent',
    PaymentIntentReply,
    ({ payment_intent, ...details }) =>
      postRequest<Stripe.PaymentIntentConfirmParams>(
        pathTo`/v1/payment_intents/${payment_intent}/confirm`,
        { ...confirmationParams(details), expand },
      ),
    paymentIntentEvidence.confirmed,
  ),
  capturePaymentIntent: changing(
    'capturePaymentIntent',
    PaymentIntentReply,
    ({ payment_intent, ...details }) =>
      postRequest<Stripe.PaymentIntentCaptureParams>(
        pathTo`/v1/payment_intents/${payment_intent}/capture`,
        { ...details, expand },
      ),
    paymentIntentEvidence.captured,
  ),
  cancelPaymentIntent: changing(
    'cancelPaymentIntent',
    PaymentIntentReply,
    ({ payment_intent, ...details }) =>
      postRequest<Stripe.PaymentIntentCancelParams>(
        pathTo`/v1/payment_intents/${payment_intent}/cancel`,
        { ...details, expand },
      ),
    paymentIntentEvidence.canceled,
  ),
});
