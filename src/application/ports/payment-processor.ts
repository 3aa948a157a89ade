import type * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type {
  BalanceTransactionId,
  CardId,
  ChargeId,
  CheckoutSessionId,
  ConfirmationTokenId,
  CustomerId,
  DisputeId,
  PaymentIntentId,
  PaymentMethodId,
  PayoutId,
  RefundId,
  SetupIntentId,
  TokenId,
} from '../../domain/ids.js';
import { List } from '../../domain/input/list.js';
import type { MinorUnits } from '../../domain/money/money.js';
import { Balance } from '../../domain/objects/balance.js';
import { BalanceTransaction } from '../../domain/objects/balance-transaction.js';
import { Card, CardToken, DeletedCard } from '../../domain/objects/card.js';
import { Charge, LedgerCharge } from '../../domain/objects/charge.js';
import {
  CheckoutSession,
  type checkoutLocales,
  type checkoutModes,
  type customerCreations,
} from '../../domain/objects/checkout-session.js';
import { Customer, DeletedCustomer } from '../../domain/objects/customer.js';
import { Dispute } from '../../domain/objects/dispute.js';
import type { DisputeEvidence } from '../../domain/objects/dispute-evidence.js';
import type { LineItem } from '../../domain/objects/line-items.js';
import type { Mandate } from '../../domain/objects/mandate.js';
import type { Metadata } from '../../domain/objects/metadata.js';
import {
  type CancellationReason,
  type CaptureMethod,
  PaymentIntent,
  type SetupFutureUsage,
} from '../../domain/objects/payment-intent.js';
import type { PaymentMethods, PaymentMethodType } from '../../domain/objects/payment-methods.js';
import { Payout } from '../../domain/objects/payout.js';
import { Refund, type RefundReason } from '../../domain/objects/refund.js';
import { type SetupCancellationReason, SetupIntent } from '../../domain/objects/setup-intent.js';
import type { Shipping } from '../../domain/objects/shipping.js';
import type { ProcessorError } from '../../domain/payment-error.js';
import type { ProcessorFeatures } from '../../domain/processor-feature.js';
import type { SearchOutcome } from '../../domain/search-outcome.js';
import { filterTable } from '../map-table.js';
import type { WebhookReceiver } from './webhook-receiver.js';

/** Options of a call that changes something. */
export type CallOptions = {
  /** A key of the processor: a call that repeats it gets the first reply again, and the work is done once. */
  readonly idempotencyKey?: string;
  /**
   * When the first call was sent, if an earlier call may have done the work: Unix seconds. A deletion that finds its object
   * gone then succeeds. Absent: there was no earlier call.
   */
  readonly inDoubtSince?: number;
  /**
   * The `requestFormat` of the first call with this key: a repetition sends the same. Absent: the current format, or with
   * `inDoubtSince` the format of the last version of Pasarela that stored none.
   */
  readonly requestFormat?: string;
  /**
   * Says whether the call may be sent now: under an idempotency key of Pasarela's caller, another request may have taken the key
   * over meanwhile, or the processor may have forgotten it. An adapter that sends a call more than once, or waits before it, runs
   * this just before each attempt. On a `Left` it sends nothing more, and fails with that error, or with one whose outcome is
   * `unknown` if an earlier attempt may have done the work. It runs once before each call anyway.
   */
  readonly beforeAttempt?: TE.TaskEither<ProcessorError, void>;
};

/** A page of a list. `limit` is 1 to 100. Only one of the two cursors may be given. */
export type Page<Cursor> = {
  readonly limit: number;
  /** The page starts just after this item, with older ones. */
  readonly starting_after?: Cursor;
  /** The page ends just before this item, with newer ones. */
  readonly ending_before?: Cursor;
};

/** A page of a list of everything that was created in a time. */
export type LedgerPage<Cursor> = Page<Cursor> & {
  /** Only what was created at this moment or later, Unix seconds. */
  readonly created_from?: number;
  /** Only what was created before this moment, Unix seconds. */
  readonly created_to?: number;
};

/** After a 3D Secure challenge, `manual`: the server confirms the intent again; `automatic`: the processor continues by itself. */
export type ConfirmationMethod = 'manual' | 'automatic';

/** The fields of a customer. */
export type CustomerFields = {
  readonly email?: string;
  readonly name?: string;
  readonly phone?: string;
  /** The shop's own notes. An update keeps keys that it does not name, and removes a key whose text is empty. */
  readonly metadata?: Metadata;
};

/** A card's number, expiry date and security code. `exp_month` is 1 to 12, `exp_year` has four digits. */
export type CardDetails = {
  readonly number: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly cvc: string;
};

/** The fields of a new payment intent: for cards only, unless it has `payment_methods`. */
export type NewPaymentIntent = {
  /** Minor units of the currency: cents for euros, yen for yen. */
  readonly amount: MinorUnits;
  /** Three letters, lower case. */
  readonly currency: string;
  /** Always given where the processor has customers, but with `payment_methods`. */
  readonly customer?: CustomerId;
  /** Always given where the processor has saved cards or card tokens, but with `payment_methods`. */
  readonly payment_method?: PaymentMethodId;
  /**
   * In place of `payment_method`: the customer chooses one of these on the page, and confirms there. `confirm` is `false` then,
   * unless there is a `confirmation_token`.
   */
  readonly payment_methods?: PaymentMethods;
  /** The customer's choice, which the page sent. Only with `payment_methods` and `confirm`. */
  readonly confirmation_token?: ConfirmationTokenId;
  /** The customer's agreement to a mandate. Only with `confirmation_token`. */
  readonly mandate?: Mandate;
  readonly confirmation_method: ConfirmationMethod;
  /** `true` confirms the intent in the same call. */
  readonly confirm: boolean;
  /** The page to which the customer returns after a 3D Secure challenge. */
  readonly return_url?: string;
  /** The shop's own notes: up to 50 keys, each with a text. */
  readonly metadata?: Metadata;
  /** Describes the payment. Customers may see it in the processor's receipts. */
  readonly description?: string;
  /** The email address to which the processor sends its receipt. */
  readonly receipt_email?: string;
  /** The last part of the text on the customer's bank statement. */
  readonly statement_descriptor_suffix?: string;
  /** The delivery address. */
  readonly shipping?: Shipping;
  /** `manual` only authorizes the amount until a capture. Default: the confirmation charges it. */
  readonly capture_method?: CaptureMethod;
  /** Saves the payment method for later payments, with the customer present (`on_session`) or not (`off_session`). */
  readonly setup_future_usage?: SetupFutureUsage;
  /** The customer is not present to authenticate. Only with `confirm`. */
  readonly off_session?: true;
};

/** The options of a confirmation. */
export type ConfirmationDetails = {
  /** Replaces the payment method of the intent. */
  readonly payment_method?: PaymentMethodId;
  /** In place of `payment_method`: the customer's choice, which the page sent. */
  readonly confirmation_token?: ConfirmationTokenId;
  /** The customer's agreement to a mandate, for methods that need one. */
  readonly mandate?: Mandate;
  /** The page to which the customer returns after a 3D Secure challenge. */
  readonly return_url?: string;
};

/** The fields of a new setup intent: for cards only, unless it has `payment_methods`. */
export type NewSetupIntent = {
  /** The customer who gets the card when it is set up. Always given, but with `payment_methods`. */
  readonly customer?: CustomerId;
  /** Absent: the customer enters a card on your page, where the client library confirms the intent. */
  readonly payment_method?: PaymentMethodId;
  /** In place of `payment_method`: the customer chooses one of these on the page, and confirms there. */
  readonly payment_methods?: PaymentMethods;
  /** The customer's choice, which the page sent. Only with `payment_methods` and `confirm`. */
  readonly confirmation_token?: ConfirmationTokenId;
  /** The customer's agreement to a mandate. Only with `confirmation_token`. */
  readonly mandate?: Mandate;
  /** `true` confirms the intent in the same call. */
  readonly confirm: boolean;
  /** The page to which the customer returns after a 3D Secure challenge. */
  readonly return_url?: string;
  /** How the card will be used later: with the customer present (`on_session`) or not (`off_session`). */
  readonly usage?: SetupFutureUsage;
  /** The shop's own notes: up to 50 keys, each with a text. */
  readonly metadata?: Metadata;
  /** Describes the setup. */
  readonly description?: string;
};

/** The changes to a payment intent that is not confirmed yet. */
export type PaymentIntentChange = {
  readonly payment_intent: PaymentIntentId;
  /** Minor units of the currency. */
  readonly amount?: MinorUnits;
  /** Three letters, lower case. */
  readonly currency?: string;
  /** Of an intent that has none. */
  readonly customer?: CustomerId;
  /** The types that the customer may choose from on the page. */
  readonly payment_methods?: ReadonlyArray<PaymentMethodType>;
  /** Keys that it does not name stay, and a key whose text is empty is removed. */
  readonly metadata?: Metadata;
  /** An empty text removes it. */
  readonly description?: string;
  /** An empty text removes it. */
  readonly receipt_email?: string;
  readonly statement_descriptor_suffix?: string;
  readonly shipping?: Shipping;
  readonly capture_method?: CaptureMethod;
  /** An empty text removes it. */
  readonly setup_future_usage?: SetupFutureUsage | '';
};

/** The fields of a new refund. */
export type NewRefund = {
  readonly charge: ChargeId;
  /** Minor units (cents). Default: everything that is not refunded yet. */
  readonly amount?: MinorUnits;
  readonly reason?: RefundReason;
  /** The shop's own notes: up to 50 keys, each with a text. */
  readonly metadata?: Metadata;
};

/** The fields of a new checkout session. */
export type NewCheckoutSession = {
  /** `payment`: the customer pays the lines. `setup`: the customer saves a payment method, and pays nothing. */
  readonly mode: (typeof checkoutModes)[number];
  /** Three letters, lower case. */
  readonly currency: string;
  /** Given in mode `payment`. */
  readonly line_items?: ReadonlyArray<LineItem>;
  /** The page at the end. The processor replaces `{CHECKOUT_SESSION_ID}` in it. */
  readonly success_url: string;
  /** The page for customers who go back without paying. */
  readonly cancel_url?: string;
  /** Absent: a guest. */
  readonly customer?: CustomerId;
  /** The email address that the page begins with. */
  readonly customer_email?: string;
  /** Whether a guest becomes a customer of the processor. */
  readonly customer_creation?: (typeof customerCreations)[number];
  /** The payment methods on the page: `automatic`, those that the account has enabled, or these types. Absent: cards. */
  readonly payment_methods?: PaymentMethods;
  /** The shop's own reference, such as the number of an order. */
  readonly client_reference_id?: string;
  /** The shop's own notes, on the session and on its intent: up to 50 keys, each with a text. */
  readonly metadata?: Metadata;
  /** Describes the payment or setup. */
  readonly description?: string;
  /** The last part of the text on the customer's bank statement. */
  readonly statement_descriptor_suffix?: string;
  /** `manual` only authorizes the amount until a capture. */
  readonly capture_method?: CaptureMethod;
  /** Saves the payment method for later payments, with the customer present (`on_session`) or not (`off_session`). */
  readonly setup_future_usage?: SetupFutureUsage;
  /** When the session expires, Unix seconds. */
  readonly expires_at?: number;
  /** The language of the page, such as `es`; `auto` is that of the browser. */
  readonly locale?: (typeof checkoutLocales)[number];
};

type Read<I, A> = (input: I) => TE.TaskEither<ProcessorError, A>;
type Change<I, A> = (input: I, options?: CallOptions) => TE.TaskEither<ProcessorError, A>;

/** One function of the port: whether it changes something, and the codec of its reply. */
type Described<Changes extends boolean, F> = {
  readonly changes: Changes;
  readonly reply: t.Mixed;
  /** Never set. It carries the type of the function. */
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
  /** `default_source`: the card that becomes the default source or default payment method. */
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
  /** The payment intents of a customer. Only a processor with the feature `ledgers` gets `created_from` and `created_to`. */
  listPaymentIntents: read<
    { readonly customer: CustomerId } & LedgerPage<PaymentIntentId>,
    List<PaymentIntent>
  >(List(PaymentIntent)),
  /**
   * Changes the given fields of an intent that is not confirmed. If a confirmation comes at the same time, one of the two is refused,
   * or the confirmation is for what the update made of it.
   */
  updatePaymentIntent: change<PaymentIntentChange, PaymentIntent>(PaymentIntent),
  /** `off_session`: the customer is not present to authenticate. */
  confirmPaymentIntent: change<
    { readonly payment_intent: PaymentIntentId; readonly off_session?: true } & ConfirmationDetails,
    PaymentIntent
  >(PaymentIntent),
  /** `amount_to_capture`: minor units. Default: the whole authorized amount. The rest is released: an intent is captured once. */
  capturePaymentIntent: change<
    { readonly payment_intent: PaymentIntentId; readonly amount_to_capture?: MinorUnits },
    PaymentIntent
  >(PaymentIntent),
  cancelPaymentIntent: change<
    {
      readonly payment_intent: PaymentIntentId;
      readonly cancellation_reason?: CancellationReason;
    },
    PaymentIntent
  >(PaymentIntent),

  createSetupIntent: change<NewSetupIntent, SetupIntent>(SetupIntent),
  retrieveSetupIntent: read<{ readonly setup_intent: SetupIntentId }, SetupIntent>(SetupIntent),
  confirmSetupIntent: change<
    { readonly setup_intent: SetupIntentId } & ConfirmationDetails,
    SetupIntent
  >(SetupIntent),
  cancelSetupIntent: change<
    {
      readonly setup_intent: SetupIntentId;
      readonly cancellation_reason?: SetupCancellationReason;
    },
    SetupIntent
  >(SetupIntent),

  createCheckoutSession: change<NewCheckoutSession, CheckoutSession>(CheckoutSession),
  retrieveCheckoutSession: read<{ readonly session: CheckoutSessionId }, CheckoutSession>(
    CheckoutSession,
  ),
  /** The sessions of a payment: one, if it came from Checkout. */
  listCheckoutSessions: read<
    { readonly payment_intent: PaymentIntentId; readonly limit: number },
    List<CheckoutSession>
  >(List(CheckoutSession)),
  /** Ends an open session: its page takes no payment any more. */
  expireCheckoutSession: change<{ readonly session: CheckoutSessionId }, CheckoutSession>(
    CheckoutSession,
  ),

  retrieveCharge: read<{ readonly charge: ChargeId }, Charge>(Charge),

  createRefund: change<NewRefund, Refund>(Refund),
  retrieveRefund: read<{ readonly refund: RefundId }, Refund>(Refund),
  listRefunds: read<{ readonly payment_intent: PaymentIntentId } & Page<RefundId>, List<Refund>>(
    List(Refund),
  ),

  /** The payment intents of all customers, and of none. */
  listAllPaymentIntents: read<LedgerPage<PaymentIntentId>, List<PaymentIntent>>(
    List(PaymentIntent),
  ),
  /** All charges: those that failed and those that are only authorized, too. */
  listCharges: read<LedgerPage<ChargeId>, List<LedgerCharge>>(List(LedgerCharge)),
  /** The refunds of all payments. */
  listAllRefunds: read<LedgerPage<RefundId>, List<Refund>>(List(Refund)),

  retrieveBalance: read<Readonly<Record<string, never>>, Balance>(Balance),
  /** `payout`: only the transactions of this automatic payout, its own too, so that their net amounts add up to zero. */
  listBalanceTransactions: read<
    LedgerPage<BalanceTransactionId> & { readonly payout?: PayoutId },
    List<BalanceTransaction>
  >(List(BalanceTransaction)),
  listPayouts: read<LedgerPage<PayoutId>, List<Payout>>(List(Payout)),

  listDisputes: read<LedgerPage<DisputeId>, List<Dispute>>(List(Dispute)),
  retrieveDispute: read<{ readonly dispute: DisputeId }, Dispute>(Dispute),
  /**
   * Adds evidence to an open dispute. `submit`: the bank gets all of it now, and usually nothing that comes later. `false` keeps it for a later
   * call.
   */
  submitDisputeEvidence: change<
    { readonly dispute: DisputeId; readonly evidence: DisputeEvidence; readonly submit: boolean },
    Dispute
  >(Dispute),
  /** Accepts an open dispute: it is lost, for good. */
  closeDispute: change<{ readonly dispute: DisputeId }, Dispute>(Dispute),
};

type ProcessorFunctions = typeof processorFunctions;

/** The card processor. Amounts are minor units (cents), moments are Unix seconds, lists are newest first. */
export type PaymentProcessor = {
  readonly [N in keyof ProcessorFunctions]: NonNullable<ProcessorFunctions[N]['type']>;
};

/** The names of the functions that change something. They accept `CallOptions` after their input. */
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

/**
 * The outcome of an earlier call. `Found`: its reply or its error. `Absent`: everything was read that the call could have made or
 * changed, and it did nothing; a call that is still under way may yet. `Uncertain`: anything else, such as a list of which only
 * a part was read.
 */
export type Evidence<A> = SearchOutcome<E.Either<ProcessorError, A>>;

type ReplyOf<N extends ProcessorChange> =
  ReturnType<PaymentProcessor[N]> extends TE.TaskEither<ProcessorError, infer A> ? A : never;

/**
 * Looks up the outcome of changes whose replies were lost and whose keys the processor has forgotten. A look-up only reads. It
 * accepts as evidence an object that carries the key, or that no other call can have made. A change without a look-up is always
 * uncertain.
 */
export type OutcomeLookUps = {
  readonly [N in ProcessorChange]?: (
    input: Parameters<PaymentProcessor[N]>[0],
    /** The key that was sent, and the moment of the first call in Unix seconds of this machine: the processor's clock may differ. */
    sent: { readonly idempotencyKey: string; readonly since: number },
  ) => TE.TaskEither<ProcessorError, Evidence<ReplyOf<N>>>;
};

/** An account of the processor, in one of its two modes. */
export type ProcessorAccount = {
  /** `acct_...`; `null`: the key may not read it. */
  readonly id: string | null;
  /** Whether real money moves. */
  readonly livemode: boolean;
};

/** Optional parts of a processor adapter, besides the functions of the port. */
export type ProcessorExtras = {
  /**
   * Operations, and fields of their inputs, that need a feature that is `false` here fail with `UnsupportedOperation`. Functions of
   * the port that need it may be left out (`ProcessorWithout`). Default: the processor has all features, and its objects have all
   * fields that Stripe's have.
   */
  readonly features?: ProcessorFeatures;
  /**
   * The current format of the adapter's requests: its API version and the parameters that it chooses. It is stored with each
   * idempotency key, and a repetition gets it back in `CallOptions`.
   */
  readonly requestFormat?: string;
  /** The API version of the adapter's calls. Events of another version are noted. Default: the processor has no versions. */
  readonly apiVersion?: string;
  /** Whether calls move real money. `createPayments` then warns of stores in memory. Default: it is not known. */
  readonly livemode?: boolean;
  /** Receives the processor's webhooks. Default: those that are signed as Stripe's, with `webhookSecrets`. */
  readonly webhooks?: WebhookReceiver;
  /** Looks up lost outcomes. Default: without evidence, a key stays in doubt. */
  readonly lookUps?: OutcomeLookUps;
  /** Reads the account that the adapter works for. Absent: a store is not bound to an account. */
  readonly retrieveAccount?: TE.TaskEither<ProcessorError, ProcessorAccount>;
  /** Ends the adapter's connections. The service does this when it has stopped; a call in progress fails. */
  readonly close?: () => Promise<void>;
};
