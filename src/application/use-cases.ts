import type { Input, InputOf } from '../domain/input.js';
import type { Clock } from './ports/clock.js';
import type { EventInbox } from './ports/event-inbox.js';
import type { ConfirmationMethod, PaymentProcessor } from './ports/payment-processor.js';
import type { WebhookVerifier } from './ports/webhook-verifier.js';
import type { UseCase } from './use-case.js';
import { AssignCard, assignCard } from './use-cases/assign-card.js';
import { CancelPayment, cancelPayment } from './use-cases/cancel-payment.js';
import { ConfirmPayment, confirmPayment } from './use-cases/confirm-payment.js';
import { CreateCustomer, createCustomer } from './use-cases/create-customer.js';
import { CreatePaymentIntent, createPaymentIntent } from './use-cases/create-payment-intent.js';
import { DeleteCustomer, deleteCustomer } from './use-cases/delete-customer.js';
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
import { SetDefaultCard, setDefaultCard } from './use-cases/set-default-card.js';
import { TokenizeCard, tokenizeCard } from './use-cases/tokenize-card.js';
import { UpdateCustomer, updateCustomer } from './use-cases/update-customer.js';

/** All that the use cases need from outside. */
export type Dependencies = PaymentProcessor & {
  readonly webhookVerifier: WebhookVerifier;
  readonly eventInbox: EventInbox;
  readonly clock: Clock;
  readonly confirmationMethod: ConfirmationMethod;
};

/** An operation: what it takes, and the use case that does it. */
export type Operation<I extends Input, A> = {
  readonly input: I;
  readonly useCase: (deps: Dependencies) => UseCase<InputOf<I>, A>;
};

const operation = <I extends Input, A>(
  input: I,
  useCase: (deps: Dependencies) => UseCase<InputOf<I>, A>,
): Operation<I, A> => ({ input, useCase });

/** Everything that Pasarela does. */
export const operations = {
  createCustomer: operation(CreateCustomer, createCustomer),
  getCustomer: operation(GetCustomer, getCustomer),
  listCustomers: operation(ListCustomers, listCustomers),
  updateCustomer: operation(UpdateCustomer, updateCustomer),
  deleteCustomer: operation(DeleteCustomer, deleteCustomer),
  tokenizeCard: operation(TokenizeCard, tokenizeCard),
  assignCard: operation(AssignCard, assignCard),
  listCards: operation(ListCards, listCards),
  setDefaultCard: operation(SetDefaultCard, setDefaultCard),
  removeCard: operation(RemoveCard, removeCard),
  createPaymentIntent: operation(CreatePaymentIntent, createPaymentIntent),
  confirmPayment: operation(ConfirmPayment, confirmPayment),
  getPayment: operation(GetPayment, getPayment),
  listPayments: operation(ListPayments, listPayments),
  cancelPayment: operation(CancelPayment, cancelPayment),
  refundCharge: operation(RefundCharge, refundCharge),
  listRefunds: operation(ListRefunds, listRefunds),
  receiveWebhook: operation(ReceiveWebhook, receiveWebhook),
  listEvents: operation(ListEvents, listEvents),
  getEvent: operation(GetEvent, getEvent),
};

export type Operations = typeof operations;
export type OperationName = keyof Operations;

/** What an operation ends in when nothing goes wrong. */
export type ResultOf<N extends OperationName> =
  Operations[N] extends Operation<infer _I, infer A> ? A : never;
