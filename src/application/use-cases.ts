import type * as IO from 'fp-ts/lib/IO.js';
import type { ProcessorEvent } from '../domain/events/processor-event.js';
import type { Input, InputOf } from '../domain/input/input.js';
import type { ProcessorFeatures } from '../domain/processor-feature.js';
import type { CeilingDependencies } from './ceilings.js';
import { filterTable, mapTable } from './map-table.js';
import type { Clock } from './ports/clock.js';
import type { EventStore } from './ports/event-store.js';
import type { ConfirmationMethod, PaymentProcessor } from './ports/payment-processor.js';
import type { Telemetry } from './ports/telemetry.js';
import type { ReturnUrlSchemes } from './return-url-schemes.js';
import type { UseCase } from './use-case.js';
import { AssignCard, assignCard } from './use-cases/assign-card.js';
import { CancelPayment, cancelPayment } from './use-cases/cancel-payment.js';
import { CancelSetupIntent, cancelSetupIntent } from './use-cases/cancel-setup-intent.js';
import { CapturePayment, capturePayment } from './use-cases/capture-payment.js';
import { CloseDispute, closeDispute } from './use-cases/close-dispute.js';
import { ConfirmPayment, confirmPayment } from './use-cases/confirm-payment.js';
import { ConfirmSetupIntent, confirmSetupIntent } from './use-cases/confirm-setup-intent.js';
import {
  CreateCheckoutSession,
  createCheckoutSession,
} from './use-cases/create-checkout-session.js';
import { CreateCustomer, createCustomer } from './use-cases/create-customer.js';
import { CreatePaymentIntent, createPaymentIntent } from './use-cases/create-payment-intent.js';
import { CreateSetupIntent, createSetupIntent } from './use-cases/create-setup-intent.js';
import { DeleteCustomer, deleteCustomer } from './use-cases/delete-customer.js';
import { EraseEvents, eraseEvents } from './use-cases/erase-events.js';
import {
  ExpireCheckoutSession,
  expireCheckoutSession,
} from './use-cases/expire-checkout-session.js';
import { GetBalance, getBalance } from './use-cases/get-balance.js';
import { GetCheckoutSession, getCheckoutSession } from './use-cases/get-checkout-session.js';
import { GetCustomer, getCustomer } from './use-cases/get-customer.js';
import { GetEvent, getEvent } from './use-cases/get-event.js';
import { GetPayment, getPayment } from './use-cases/get-payment.js';
import { GetSetupIntent, getSetupIntent } from './use-cases/get-setup-intent.js';
import { ListAllRefunds, listAllRefunds } from './use-cases/list-all-refunds.js';
import {
  ListBalanceTransactions,
  listBalanceTransactions,
} from './use-cases/list-balance-transactions.js';
import { ListCards, listCards } from './use-cases/list-cards.js';
import { ListCharges, listCharges } from './use-cases/list-charges.js';
import { ListCustomers, listCustomers } from './use-cases/list-customers.js';
import { ListDisputes, listDisputes } from './use-cases/list-disputes.js';
import { type DoubtfulKeys, ListDoubts, listDoubts } from './use-cases/list-doubts.js';
import { ListEvents, listEvents } from './use-cases/list-events.js';
import { ListPayments, listPayments } from './use-cases/list-payments.js';
import {
  ListPayoutTransactions,
  listPayoutTransactions,
} from './use-cases/list-payout-transactions.js';
import { ListPayouts, listPayouts } from './use-cases/list-payouts.js';
import { ListRefunds, listRefunds } from './use-cases/list-refunds.js';
import { type GivenWebhooks, ReceiveWebhook, receiveWebhook } from './use-cases/receive-webhook.js';
import { RefundCharge, refundCharge } from './use-cases/refund-charge.js';
import { RemoveCard, removeCard } from './use-cases/remove-card.js';
import { ReplayEvent, replayEvent } from './use-cases/replay-event.js';
import { ReplayEvents, replayEvents } from './use-cases/replay-events.js';
import { SetDefaultCard, setDefaultCard } from './use-cases/set-default-card.js';
import {
  SubmitDisputeEvidence,
  submitDisputeEvidence,
} from './use-cases/submit-dispute-evidence.js';
import { TokenizeCard, tokenizeCard } from './use-cases/tokenize-card.js';
import { UpdateCustomer, updateCustomer } from './use-cases/update-customer.js';
import { UpdatePayment, updatePayment } from './use-cases/update-payment.js';

/** Everything that the use cases need from outside. */
export type Dependencies = PaymentProcessor &
  ReturnUrlSchemes &
  CeilingDependencies & {
    readonly webhooks: GivenWebhooks;
    readonly eventStore: EventStore;
    /** The keys whose doubts are listed. */
    readonly keys: DoubtfulKeys;
    /** The reason to ignore an event; `undefined`: it is handled. */
    readonly whyIgnored: (event: ProcessorEvent) => string | undefined;
    /** Called when a new event is stored. */
    readonly onKept?: (event: ProcessorEvent) => IO.IO<void>;
    readonly clock: Clock;
    readonly telemetry: Telemetry;
    readonly confirmationMethod: ConfirmationMethod;
    /** The currencies that payments may use, in lower case. */
    readonly currencies: ReadonlyArray<string>;
    /** The features of the processor. Absent: it has all. */
    readonly features?: ProcessorFeatures;
  };

/** An operation: its input, and the use case that does it. */
type Operation<I extends Input, A> = {
  readonly input: I;
  readonly useCase: (deps: Dependencies) => UseCase<InputOf<I>, A>;
  /** The operation changes something, so its caller may use an idempotency key. */
  readonly takesKey?: true;
  /** The operation moves money or prepares to. A request with an unknown field is refused. */
  readonly movesMoney?: true;
};

/** Any operation, where the types of its input and result do not matter. */
export type AnyOperation = {
  readonly input: Input;
  readonly useCase: (deps: Dependencies) => UseCase<never, unknown>;
  readonly takesKey?: true;
  readonly movesMoney?: true;
};

const operation = <I extends Input, A>(
  input: I,
  useCase: (deps: Dependencies) => UseCase<InputOf<I>, A>,
): Operation<I, A> => ({ input, useCase });

const change = <I extends Input, A>(
  input: I,
  useCase: (deps: Dependencies) => UseCase<InputOf<I>, A>,
): Operation<I, A> & { readonly takesKey: true } => ({ input, useCase, takesKey: true });

const moneyChange = <I extends Input, A>(
  input: I,
  useCase: (deps: Dependencies) => UseCase<InputOf<I>, A>,
): Operation<I, A> & { readonly takesKey: true; readonly movesMoney: true } => ({
  ...change(input, useCase),
  movesMoney: true,
});

/**
 * The input of each operation. The type is written down, because an inferred one would lose the documentation of the fields in
 * the declarations of the package.
 */
export type OperationInputs = {
  readonly createCustomer: typeof CreateCustomer;
  readonly getCustomer: typeof GetCustomer;
  readonly listCustomers: typeof ListCustomers;
  readonly updateCustomer: typeof UpdateCustomer;
  readonly deleteCustomer: typeof DeleteCustomer;
  readonly tokenizeCard: typeof TokenizeCard;
  readonly assignCard: typeof AssignCard;
  readonly listCards: typeof ListCards;
  readonly setDefaultCard: typeof SetDefaultCard;
  readonly removeCard: typeof RemoveCard;
  readonly createPaymentIntent: typeof CreatePaymentIntent;
  readonly updatePayment: typeof UpdatePayment;
  readonly confirmPayment: typeof ConfirmPayment;
  readonly getPayment: typeof GetPayment;
  readonly listPayments: typeof ListPayments;
  readonly capturePayment: typeof CapturePayment;
  readonly cancelPayment: typeof CancelPayment;
  readonly createSetupIntent: typeof CreateSetupIntent;
  readonly confirmSetupIntent: typeof ConfirmSetupIntent;
  readonly getSetupIntent: typeof GetSetupIntent;
  readonly cancelSetupIntent: typeof CancelSetupIntent;
  readonly createCheckoutSession: typeof CreateCheckoutSession;
  readonly getCheckoutSession: typeof GetCheckoutSession;
  readonly expireCheckoutSession: typeof ExpireCheckoutSession;
  readonly refundCharge: typeof RefundCharge;
  readonly listRefunds: typeof ListRefunds;
  readonly listCharges: typeof ListCharges;
  readonly listAllRefunds: typeof ListAllRefunds;
  readonly getBalance: typeof GetBalance;
  readonly listBalanceTransactions: typeof ListBalanceTransactions;
  readonly listPayouts: typeof ListPayouts;
  readonly listPayoutTransactions: typeof ListPayoutTransactions;
  readonly listDisputes: typeof ListDisputes;
  readonly submitDisputeEvidence: typeof SubmitDisputeEvidence;
  readonly closeDispute: typeof CloseDispute;
  readonly receiveWebhook: typeof ReceiveWebhook;
  readonly listEvents: typeof ListEvents;
  readonly getEvent: typeof GetEvent;
  readonly replayEvent: typeof ReplayEvent;
  readonly replayEvents: typeof ReplayEvents;
  readonly eraseEvents: typeof EraseEvents;
  readonly listDoubts: typeof ListDoubts;
};

/** All operations of Pasarela. */
export const operations = {
  /** Creates a customer. */
  createCustomer: change(CreateCustomer, createCustomer),
  /** Reads a customer. `NotFound`: the id is unknown, or the customer was deleted. */
  getCustomer: operation(GetCustomer, getCustomer),
  /** Lists customers, newest first: 10 by default, up to 100 with `limit`. */
  listCustomers: operation(ListCustomers, listCustomers),
  /** Updates a customer. Only the given fields change. */
  updateCustomer: change(UpdateCustomer, updateCustomer),
  /** Deletes a customer and returns its id. */
  deleteCustomer: change(DeleteCustomer, deleteCustomer),
  /** Creates a single-use token of a card. `exp_year` has four digits. */
  tokenizeCard: change(TokenizeCard, tokenizeCard),
  /** Attaches the card behind a token to a customer. */
  assignCard: change(AssignCard, assignCard),
  /** Lists a customer's newest cards, at most ten. */
  listCards: operation(ListCards, listCards),
  /** Makes a card the customer's default card. */
  setDefaultCard: change(SetDefaultCard, setDefaultCard),
  /** Removes a card of a customer. */
  removeCard: change(RemoveCard, removeCard),
  /**
   * Creates a payment intent. `amount` is text in euros (`'19.99'`), `amount_minor` a number of cents; with another `currency`, in
   * its own units. `confirm: true` also confirms it.
   */
  createPaymentIntent: moneyChange(CreatePaymentIntent, createPaymentIntent),
  /**
   * Updates a payment intent that is not confirmed yet, such as when the cart changes: only the given fields. The processor refuses an
   * update that comes after the confirmation. The result has the amount that holds.
   */
  updatePayment: moneyChange(UpdatePayment, updatePayment),
  /** Confirms a payment intent: charges it, or the customer must authenticate (`requires_action`). A decline is a `CardError`. */
  confirmPayment: moneyChange(ConfirmPayment, confirmPayment),
  /** Reads a payment intent. Amounts are in minor units (cents). */
  getPayment: operation(GetPayment, getPayment),
  /** Lists a customer's payment intents, newest first: 20 by default, up to 100 with `limit`. */
  listPayments: operation(ListPayments, listPayments),
  /**
   * Captures an intent in `requires_capture`: `amount`, text in whole units (`'19.99'`), or `amount_minor`, a number of minor units
   * (cents); without both, the whole authorized amount.
   */
  capturePayment: moneyChange(CapturePayment, capturePayment),
  /** Cancels a payment intent that has not succeeded. */
  cancelPayment: moneyChange(CancelPayment, cancelPayment),
  /** Creates a setup intent, which saves a card of a customer for later. `confirm: true` also confirms it. */
  createSetupIntent: moneyChange(CreateSetupIntent, createSetupIntent),
  /** Confirms a setup intent: saves its card, or the customer must authenticate (`requires_action`). A decline is a `CardError`. */
  confirmSetupIntent: moneyChange(ConfirmSetupIntent, confirmSetupIntent),
  /** Reads a setup intent. */
  getSetupIntent: operation(GetSetupIntent, getSetupIntent),
  /** Cancels a setup intent that has not succeeded. */
  cancelSetupIntent: moneyChange(CancelSetupIntent, cancelSetupIntent),
  /**
   * Creates a checkout session: a page of the processor on which a customer pays the lines, or saves a card (`mode: 'setup'`). Send
   * the customer to its `url`.
   */
  createCheckoutSession: moneyChange(CreateCheckoutSession, createCheckoutSession),
  /** Reads a checkout session, without its `url`. A `complete` one may still be unpaid: `payment_status` says so. */
  getCheckoutSession: operation(GetCheckoutSession, getCheckoutSession),
  /** Ends an open checkout session: nobody can pay on its page any more. */
  expireCheckoutSession: moneyChange(ExpireCheckoutSession, expireCheckoutSession),
  /**
   * Refunds a part of a charge: `amount`, text in whole units (`'19.99'`), or `amount_minor`, a number of minor units (cents);
   * without both, everything that is not refunded yet.
   */
  refundCharge: moneyChange(RefundCharge, refundCharge),
  /** Lists the refunds of a payment intent, newest first: 20 by default, up to 100 with `limit`. */
  listRefunds: operation(ListRefunds, listRefunds),
  /** Lists the charges of all payments, newest first: 20 by default, up to 100 with `limit`. Without names, addresses and cards. */
  listCharges: operation(ListCharges, listCharges),
  /** Lists the refunds of all payments, newest first: 20 by default, up to 100 with `limit`. */
  listAllRefunds: operation(ListAllRefunds, listAllRefunds),
  /** Reads the balance: the money that can be paid out, and the money that becomes available later, by currency. */
  getBalance: operation(GetBalance, getBalance),
  /** Lists the changes of the balance, with their fees, newest first: 20 by default, up to 100 with `limit`. */
  listBalanceTransactions: operation(ListBalanceTransactions, listBalanceTransactions),
  /** Lists the payouts to your bank account, newest first: 20 by default, up to 100 with `limit`. */
  listPayouts: operation(ListPayouts, listPayouts),
  /** Lists the changes of the balance that an automatic payout paid out. Its own is one of them, so that `net` adds up to zero. */
  listPayoutTransactions: operation(ListPayoutTransactions, listPayoutTransactions),
  /** Lists the disputes, newest first: 20 by default, up to 100 with `limit`. Without their evidence. */
  listDisputes: operation(ListDisputes, listDisputes),
  /**
   * Gives the bank evidence against a dispute, or keeps it at the processor (`submit: false`). The deadline is in
   * `evidence_details.due_by`. The result has no evidence.
   */
  submitDisputeEvidence: moneyChange(SubmitDisputeEvidence, submitDisputeEvidence),
  /** Accepts a dispute: it is lost, for good. */
  closeDispute: moneyChange(CloseDispute, closeDispute),
  /** Verifies a webhook call over its raw body (`payload`) and stores its events. */
  receiveWebhook: operation(ReceiveWebhook, receiveWebhook),
  /** Lists the stored events, last received first: 20 by default, up to 100 with `limit`. */
  listEvents: operation(ListEvents, listEvents),
  /** Reads a stored event with its latest attempts. */
  getEvent: operation(GetEvent, getEvent),
  /** Passes an event to its handlers again, whatever its state. */
  replayEvent: change(ReplayEvent, replayEvent),
  /** Replays all matching events: the dead ones, or those of another `state`, by type and time of receipt. */
  replayEvents: change(ReplayEvents, replayEvents),
  /** Erases the payloads of all events about a customer, whatever their state. Ids and types stay. */
  eraseEvents: change(EraseEvents, eraseEvents),
  /**
   * Lists the requests with an idempotency key whose outcome is unknown, oldest first: 20 by default, up to 100 with `limit`.
   * `kind: 'unconfirmed'`: the payments that the customer has authenticated and nobody has confirmed again.
   */
  listDoubts: operation(ListDoubts, listDoubts),
} satisfies { readonly [N in keyof OperationInputs]: { readonly input: OperationInputs[N] } };

/** The operations by name. */
export type Operations = typeof operations;
/** The name of an operation. */
export type OperationName = keyof Operations;
/** The operations that take an idempotency key, by name. */
export type Changes = {
  // Remapped with `as` from `keyof`, so that editors show the documentation of each operation.
  readonly [N in keyof Operations as Operations[N] extends { readonly takesKey: true }
    ? N
    : never]: Operations[N];
};

/** The same as a value. */
export const changes = filterTable<Changes, AnyOperation>(
  operations,
  ({ takesKey }) => takesKey === true,
);

/** The result of an operation that succeeds. */
export type ResultOf<N extends OperationName> =
  Operations[N] extends Operation<infer _I, infer A> ? A : never;

/** The use case of each operation, before it has its dependencies. */
export type UseCaseTable = { readonly [N in OperationName]: Operations[N]['useCase'] };

/** Pasarela's own. */
export const ownUseCases = mapTable<UseCaseTable, AnyOperation>(
  operations,
  ({ useCase }) => useCase,
);
