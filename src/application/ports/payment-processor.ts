import type * as E from 'fp-ts/lib/Either.js';
import type * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { Card, CardToken, DeletedCard } from '../../domain/card.js';
import { Customer, DeletedCustomer } from '../../domain/customer.js';
import type {
  CardId,
  ChargeId,
  CustomerId,
  PaymentIntentId,
  PaymentMethodId,
  RefundId,
  TokenId,
} from '../../domain/ids.js';
import { List } from '../../domain/list.js';
import type { Metadata } from '../../domain/metadata.js';
import type { Cents } from '../../domain/money.js';
import type { ProcessorError } from '../../domain/payment-error.js';
import {
  type CancellationReason,
  type CaptureMethod,
  PaymentIntent,
  type SetupFutureUsage,
} from '../../domain/payment-intent.js';
import { Refund, type RefundReason } from '../../domain/refund.js';
import type { Shipping } from '../../domain/shipping.js';
import { filterTable } from '../map-table.js';

/** How a call is made, beside what it asks for. */
export type CallOptions = {
  /** The processor answers a repeated key with its first answer, and does the work once. */
  readonly idempotencyKey?: string;
  /**
   * Since when an earlier call may have done this already, and nobody knows: Unix seconds of the first call. Then a deletion
   * that finds nothing of what it should delete has succeeded. Absent: there was no earlier call.
   */
  readonly inDoubtSince?: number;
  /**
   * The `requestFormat` with which the first call with this key was sent: a repetition sends the same. Absent: today's, or with
   * `inDoubtSince` that of the last version of Pasarela that stored none.
   */
  readonly requestFormat?: string;
};

/** Which page of a list. `limit` is 1 to 100; the cursors exclude each other. */
export type Page<Cursor> = {
  readonly limit: number;
  /** The items older than this one. */
  readonly starting_after?: Cursor;
  /** The items immediately newer than this one. */
  readonly ending_before?: Cursor;
};

/** Whether an authenticated intent is confirmed again by the server, or goes on by itself. */
export type ConfirmationMethod = 'manual' | 'automatic';

/** The data of a customer, and the shop's notes about them. */
export type CustomerFields = {
  readonly email?: string;
  readonly name?: string;
  readonly phone?: string;
  /** In an update, keys that are not named stay, and an empty text removes its key. */
  readonly metadata?: Metadata;
};

/** A card as it is written. `exp_month` is 1 to 12, `exp_year` has four digits. */
export type CardDetails = {
  readonly number: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly cvc: string;
};

/** A payment intent to be created, for cards only. */
export type NewPaymentIntent = {
  /** Minor units of the currency: cents, or whole yen. */
  readonly amount: Cents;
  /** Three letters, lower case. */
  readonly currency: string;
  readonly customer: CustomerId;
  readonly payment_method: PaymentMethodId;
  readonly confirmation_method: ConfirmationMethod;
  /** Whether it is confirmed in the same call. */
  readonly confirm: boolean;
  /** Where the customer comes back to after a 3D Secure challenge. */
  readonly return_url?: string;
  /** Notes of the shop's own, text by key; the processor takes 50 keys. */
  readonly metadata?: Metadata;
  /** What the payment is for. Customers may see it, in the processor's receipts. */
  readonly description?: string;
  /** Where the processor sends its receipt. */
  readonly receipt_email?: string;
  /** The end of what the customer's statement says. */
  readonly statement_descriptor_suffix?: string;
  /** Where the goods go. */
  readonly shipping?: Shipping;
  /** When the money is taken. Absent: as the processor does it, with the confirmation. */
  readonly capture_method?: CaptureMethod;
  /** That the payment method is to be used again, and whether the customer is there then. */
  readonly setup_future_usage?: SetupFutureUsage;
  /** That the customer is not there to authenticate. Only with `confirm`. */
  readonly off_session?: true;
};

/** How an intent is confirmed. */
export type ConfirmationDetails = {
  /** Pays instead of the one that the intent has. */
  readonly payment_method?: PaymentMethodId;
  /** Where the customer comes back to after a 3D Secure challenge. */
  readonly return_url?: string;
};

/** A refund to be created. */
export type NewRefund = {
  readonly charge: ChargeId;
  /** Cents; absent: all that is not refunded yet. */
  readonly amount?: Cents;
  readonly reason?: RefundReason;
  /** Notes of the shop's own, text by key; the processor takes 50 keys. */
  readonly metadata?: Metadata;
};

type Read<I, A> = (input: I) => TE.TaskEither<ProcessorError, A>;
type Change<I, A> = (input: I, options?: CallOptions) => TE.TaskEither<ProcessorError, A>;

/** One function of the port: whether it changes something, and the codec of its reply. */
type Described<Changes extends boolean, F> = {
  readonly changes: Changes;
  readonly reply: t.Mixed;
  /** Never set: it carries the type of the function. */
  readonly type?: F;
};

const read = <I, A>(reply: t.Type<A, unknown>): Described<false, Read<I, A>> => ({
  changes: false,
  reply,
});

const change = <I, A>(reply: t.Type<A, unknown>): Described<true, Change<I, A>> => ({
  changes: true,
  reply,
});

/** The functions of the card processor. Every list of them is derived from this one, the type `PaymentProcessor` too. */
export const processorFunctions = {
  createCustomer: change<CustomerFields, Customer>(Customer),
  retrieveCustomer: read<{ readonly customer: CustomerId }, Customer | DeletedCustomer>(
    t.union([DeletedCustomer, Customer]),
  ),
  listCustomers: read<Page<CustomerId> & { readonly email?: string }, List<Customer>>(
    List(Customer),
  ),
  /** `default_source`: the card that becomes the default of its kind, a source or a payment method. */
  updateCustomer: change<
    { readonly customer: CustomerId; readonly default_source?: CardId } & CustomerFields,
    Customer
  >(Customer),
  deleteCustomer: change<{ readonly customer: CustomerId }, DeletedCustomer>(DeletedCustomer),

  createCardToken: change<CardDetails, CardToken>(CardToken),
  createCard: change<{ readonly customer: CustomerId; readonly source: TokenId }, Card>(Card),
  /** Cards of both kinds: sources and payment methods. */
  listCards: read<{ readonly customer: CustomerId } & Page<CardId>, List<Card>>(List(Card)),
  deleteCard: change<{ readonly customer: CustomerId; readonly card: CardId }, DeletedCard>(
    DeletedCard,
  ),

  createPaymentIntent: change<NewPaymentIntent, PaymentIntent>(PaymentIntent),
  retrievePaymentIntent: read<{ readonly payment_intent: PaymentIntentId }, PaymentIntent>(
    PaymentIntent,
  ),
  listPaymentIntents: read<
    { readonly customer: CustomerId } & Page<PaymentIntentId>,
    List<PaymentIntent>
  >(List(PaymentIntent)),
  confirmPaymentIntent: change<
    { readonly payment_intent: PaymentIntentId } & ConfirmationDetails,
    PaymentIntent
  >(PaymentIntent),
  /** `amount_to_capture`: minor units; absent: all that is held. The rest is released: an intent is captured once. */
  capturePaymentIntent: change<
    { readonly payment_intent: PaymentIntentId; readonly amount_to_capture?: Cents },
    PaymentIntent
  >(PaymentIntent),
  cancelPaymentIntent: change<
    {
      readonly payment_intent: PaymentIntentId;
      readonly cancellation_reason?: CancellationReason;
    },
    PaymentIntent
  >(PaymentIntent),

  createRefund: change<NewRefund, Refund>(Refund),
  retrieveRefund: read<{ readonly refund: RefundId }, Refund>(Refund),
  listRefunds: read<{ readonly payment_intent: PaymentIntentId } & Page<RefundId>, List<Refund>>(
    List(Refund),
  ),
};

type ProcessorFunctions = typeof processorFunctions;

/** The card processor. Amounts are minor units (cents), moments are Unix seconds, lists are newest first. */
export type PaymentProcessor = {
  readonly [N in keyof ProcessorFunctions]: NonNullable<ProcessorFunctions[N]['type']>;
};

/** The names of the functions that change something. They take `CallOptions` beside their input. */
export type ProcessorChange = {
  readonly [N in keyof ProcessorFunctions]: ProcessorFunctions[N]['changes'] extends true
    ? N
    : never;
}[keyof ProcessorFunctions];

/** The functions that change something. */
export const processorChanges = filterTable<
  Pick<ProcessorFunctions, ProcessorChange>,
  { readonly changes: boolean }
>(processorFunctions, ({ changes }) => changes);

/** The outcome of a change: its reply, or its error. `none`: there is no evidence of either. */
export type Evidence<A> = O.Option<E.Either<ProcessorError, A>>;

type ReplyOf<N extends ProcessorChange> =
  ReturnType<PaymentProcessor[N]> extends TE.TaskEither<ProcessorError, infer A> ? A : never;

/**
 * Finds out what became of changes whose answers were lost, for those whose key the processor has forgotten by now. Each only
 * reads, and settles a change by what carries its key or cannot come from another call. A function that is absent finds
 * nothing.
 */
export type OutcomeLookUps = {
  readonly [N in ProcessorChange]?: (
    input: Parameters<PaymentProcessor[N]>[0],
    /** The key that was sent, and when it was first sent, Unix seconds. */
    sent: { readonly idempotencyKey: string; readonly since: number },
  ) => TE.TaskEither<ProcessorError, Evidence<ReplyOf<N>>>;
};

/** Optional parts of an adapter, beside the functions of the port. */
export type ProcessorExtras = {
  /**
   * How this adapter words its requests today: the API version and the parameters that it chooses. It is kept with an
   * idempotency key, and comes back in the `CallOptions` of a repetition.
   */
  readonly requestFormat?: string;
  readonly lookUps?: OutcomeLookUps;
};
