import type * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { List } from '../../../domain/input/list.js';
import { nullable } from '../../../domain/input/primitives.js';
import type { Card, CardToken } from '../../../domain/objects/card.js';
import { Charge } from '../../../domain/objects/charge.js';
import type { CheckoutSession } from '../../../domain/objects/checkout-session.js';
import type { Customer, DeletedCustomer } from '../../../domain/objects/customer.js';
import type { Dispute } from '../../../domain/objects/dispute.js';
import type { PaymentIntent } from '../../../domain/objects/payment-intent.js';
import type { Refund } from '../../../domain/objects/refund.js';
import type { SetupIntent } from '../../../domain/objects/setup-intent.js';
import type { ProcessorError } from '../../../domain/payment-error.js';
import type { CardPaymentMethod } from '../stripe-objects/card-payment-method.js';

/** A charge with its payment method, and why it failed. */
export const TriedCharge = t.intersection(
  [
    Charge,
    t.partial({
      payment_method: nullable(t.string),
      failure_code: nullable(t.string),
      failure_message: nullable(t.string),
      outcome: nullable(t.partial({ reason: nullable(t.string) })),
    }),
  ],
  'Charge',
);
export interface TriedCharge extends Readonly<t.TypeOf<typeof TriedCharge>> {}

/** An event with the request that caused it. */
export const CausedEvent = t.type(
  {
    id: t.string,
    type: t.string,
    created: t.number,
    request: nullable(t.partial({ idempotency_key: nullable(t.string) })),
    data: t.type({ object: t.UnknownRecord }),
  },
  'Event',
);
export interface CausedEvent extends Readonly<t.TypeOf<typeof CausedEvent>> {}

/** A confirmation token, with the intent that it has confirmed. A declined confirmation uses it up too. */
export const UsedToken = t.type(
  { id: t.string, payment_intent: nullable(t.string), setup_intent: nullable(t.string) },
  'ConfirmationToken',
);
export interface UsedToken extends Readonly<t.TypeOf<typeof UsedToken>> {}

export type Read<A> = TE.TaskEither<ProcessorError, A>;

/** A range of creation times in Unix seconds, both ends included. */
export type Created = { readonly gte: number; readonly lte?: number };

/** The page of a list after an item. */
export type After = { readonly starting_after?: string };

type Pages<F, A> = (page: F & After) => Read<List<A>>;

/** The reads that a look-up may use. Lists are newest first, with 100 items per page. */
export type OutcomeReads = {
  /** Unix seconds. */
  readonly now: () => number;
  readonly retrieveIntent: (id: string) => Read<PaymentIntent>;
  readonly listIntents: Pages<
    { readonly customer?: string; readonly created: Created },
    PaymentIntent
  >;
  readonly listCharges: Pages<{ readonly payment_intent: string }, TriedCharge>;
  readonly retrieveSetupIntent: (id: string) => Read<SetupIntent>;
  readonly listSetupIntents: Pages<
    { readonly customer?: string; readonly created: Created },
    SetupIntent
  >;
  readonly retrieveCheckoutSession: (id: string) => Read<CheckoutSession>;
  readonly listCheckoutSessions: Pages<
    { readonly customer?: string; readonly created: Created },
    CheckoutSession
  >;
  readonly retrieveRefund: (id: string) => Read<Refund>;
  readonly listRefunds: Pages<{ readonly charge: string; readonly created: Created }, Refund>;
  readonly retrieveDispute: (id: string) => Read<Dispute>;
  readonly retrieveCustomer: (id: string) => Read<Customer | DeletedCustomer>;
  readonly listCustomers: Pages<{ readonly email?: string; readonly created: Created }, Customer>;
  readonly retrieveConfirmationToken: (id: string) => Read<UsedToken>;
  readonly retrieveToken: (id: string) => Read<CardToken>;
  readonly retrievePaymentMethod: (id: string) => Read<CardPaymentMethod>;
  readonly retrieveCard: (customer: string, card: string) => Read<Card>;
  /** Events before this moment may be missing from their list. Unix seconds. */
  readonly eventsKeptFrom: () => number;
  readonly listEvents: Pages<
    { readonly types: ReadonlyArray<string>; readonly created: Created },
    CausedEvent
  >;
};
