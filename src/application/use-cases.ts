import type { Input, InputOf } from '../domain/input.js';
import type { ProcessorEvent } from '../domain/processor-event.js';
import { filterTable } from './map-table.js';
import type { Clock } from './ports/clock.js';
import type { EventStore } from './ports/event-store.js';
import type { ConfirmationMethod, PaymentProcessor } from './ports/payment-processor.js';
import type { WebhookVerifier } from './ports/webhook-verifier.js';
import type { UseCase } from './use-case.js';
import { AssignCard, assignCard } from './use-cases/assign-card.js';
import { CancelPayment, cancelPayment } from './use-cases/cancel-payment.js';
import { CapturePayment, capturePayment } from './use-cases/capture-payment.js';
import { ConfirmPayment, confirmPayment } from './use-cases/confirm-payment.js';
import { CreateCustomer, createCustomer } from './use-cases/create-customer.js';
import { CreatePaymentIntent, createPaymentIntent } from './use-cases/create-payment-intent.js';
import { DeleteCustomer, deleteCustomer } from './use-cases/delete-customer.js';
import { EraseEvents, eraseEvents } from './use-cases/erase-events.js';
import { GetCustomer, getCustomer } from './use-cases/get-customer.js';
import { GetEvent, getEvent } from './use-cases/get-event.js';
import { GetPayment, getPayment } from './use-cases/get-payment.js';
import { ListCards, listCards } from './use-cases/list-cards.js';
import { ListCustomers, listCustomers } from './use-cases/list-customers.js';
import { ListEvents, listEvents } from './use-cases/list-events.js';
import { ListPayments, listPayments } from './use-cases/list-payments.js';
import { ListRefunds, listRefunds } from './use-cases/list-refunds.js';
import { ReceiveWebhook, receiveWebhook } from './use-cases/receive-webhook.js';
import { RefundCharge, refundCharge } from './use-cases/refund-charge.js';
import { RemoveCard, removeCard } from './use-cases/remove-card.js';
import { ReplayEvent, replayEvent } from './use-cases/replay-event.js';
import { ReplayEvents, replayEvents } from './use-cases/replay-events.js';
import { SetDefaultCard, setDefaultCard } from './use-cases/set-default-card.js';
import { TokenizeCard, tokenizeCard } from './use-cases/tokenize-card.js';
import { UpdateCustomer, updateCustomer } from './use-cases/update-customer.js';

/** All that the use cases need from outside. */
export type Dependencies = PaymentProcessor & {
  readonly webhookVerifier: WebhookVerifier;
  readonly eventStore: EventStore;
  /** Why nobody is to handle an event; `undefined`: somebody is. */
  readonly whyIgnored: (event: ProcessorEvent) => string | undefined;
  readonly clock: Clock;
  readonly confirmationMethod: ConfirmationMethod;
  /** Those that payments may be in, lower case. */
  readonly currencies: ReadonlyArray<string>;
};

/** An operation: what it takes, and the use case that does it. */
export type Operation<I extends Input, A> = {
  readonly input: I;
  readonly useCase: (deps: Dependencies) => UseCase<InputOf<I>, A>;
  /** Whether it changes something for its caller, who may say with an idempotency key that it is to be done once. */
  readonly takesKey?: true;
  /** Whether money moves, or is about to: then a request with a field that the operation does not know is refused. */
  readonly movesMoney?: true;
};

/** Any operation, where the types of its input and result do not matter. */
export type AnyOperation = {
  readonly input: Input;
  readonly useCase: (deps: Dependencies) => UseCase<never, unknown>;
  readonly takesKey?: true;
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

/** Everything that Pasarela does. */
export const operations = {
  /** Creates a customer. */
  createCustomer: change(CreateCustomer, createCustomer),
  /** A customer; `NotFound` when there is none of this id, or it was deleted. */
  getCustomer: operation(GetCustomer, getCustomer),
  /** Customers, newest first: ten, or `limit` up to 100. */
  listCustomers: operation(ListCustomers, listCustomers),
  /** Changes only the fields that are given. */
  updateCustomer: change(UpdateCustomer, updateCustomer),
  /** Deletes a customer and gives back its id. */
  deleteCustomer: change(DeleteCustomer, deleteCustomer),
  /** Makes a single-use token of a card. `exp_year` has four digits. */
  tokenizeCard: change(TokenizeCard, tokenizeCard),
  /** Gives the card behind a token to a customer. */
  assignCard: change(AssignCard, assignCard),
  /** The cards of a customer, ten at most. */
  listCards: operation(ListCards, listCards),
  /** Makes one of a customer's cards the default one. */
  setDefaultCard: change(SetDefaultCard, setDefaultCard),
  /** Takes a card from a customer. */
  removeCard: change(RemoveCard, removeCard),
  /**
   * Creates a payment of `amount` euros (`19.99` or `'19.99'`), or of `amount_minor` cents; of another `currency` in its units. With
   * `confirm` it is charged at once.
   */
  createPaymentIntent: moneyChange(CreatePaymentIntent, createPaymentIntent),
  /** Charges an intent, or finds it waiting for the customer: `requires_action`. A decline is a `CardError`. */
  confirmPayment: moneyChange(ConfirmPayment, confirmPayment),
  /** A payment intent; amounts are cents. */
  getPayment: operation(GetPayment, getPayment),
  /** A customer's payment intents, newest first: twenty, or `limit` up to 100. */
  listPayments: operation(ListPayments, listPayments),
  /** Takes the money that an intent in `requires_capture` holds: `amount_to_capture` minor units, or all of it. */
  capturePayment: moneyChange(CapturePayment, capturePayment),
  /** Gives up an intent that has not succeeded. */
  cancelPayment: moneyChange(CancelPayment, cancelPayment),
  /** Gives back `amount` cents of a charge; without `amount`, all that is not refunded yet. */
  refundCharge: moneyChange(RefundCharge, refundCharge),
  /** The refunds of a payment intent, newest first. */
  listRefunds: operation(ListRefunds, listRefunds),
  /** Verifies a webhook call over its body as it was sent (`payload`), and stores its event. */
  receiveWebhook: operation(ReceiveWebhook, receiveWebhook),
  /** The events received, the last one first: twenty, or `limit` up to 100. */
  listEvents: operation(ListEvents, listEvents),
  /** An event received, with its latest tries. */
  getEvent: operation(GetEvent, getEvent),
  /** Hands an event to its handlers again, whatever became of it before. */
  replayEvent: change(ReplayEvent, replayEvent),
  /** The same for all that match: the dead ones, or those of another `state`, by type and moment of receipt. */
  replayEvents: change(ReplayEvents, replayEvents),
  /** Erases the payloads of all events about a customer, whatever their state. Their ids and types stay. */
  eraseEvents: change(EraseEvents, eraseEvents),
};

/** The operations by name. */
export type Operations = typeof operations;
/** The name of an operation. */
export type OperationName = keyof Operations;
/** The operations that take an idempotency key, by name. */
export type Changes = {
  // The name remapped, so that the documentation of each operation is carried over.
  readonly [N in OperationName as Operations[N] extends { readonly takesKey: true }
    ? N
    : never]: Operations[N];
};

/** The same as a value. */
export const changes = filterTable<Changes, AnyOperation>(
  operations,
  ({ takesKey }) => takesKey === true,
);

/** What an operation ends in when nothing goes wrong. */
export type ResultOf<N extends OperationName> =
  Operations[N] extends Operation<infer _I, infer A> ? A : never;
