/**
 * Card payments for any Node application: payment operations over a card processor, and the handling of its events.
 *
 * @packageDocumentation
 */

export { paymentErrorStatus } from './adapters/inbound/http/http-error-facts.js';
export {
  createIdempotencyStore,
  type IdempotencyRows,
} from './adapters/outbound/rows/idempotency-store.js';
export { signWebhook } from './adapters/outbound/webhook-signature.js';
export {
  advanceIntentStatus,
  type IntentStatusAt,
} from './application/events/advance-intent-status.js';
export {
  type BackfillFailure,
  type BackfillProgress,
  backfillEvents,
} from './application/events/backfill-events.js';
export { eventPage, isListedEvent } from './application/events/event-page.js';
export type { EventRow } from './application/events/event-row.js';
export * as eventRules from './application/events/event-row.js';
export type {
  KeyedPayments,
  KeyedTaskEitherPayments,
  Payments,
  PromisePayments,
  ServedPayments,
  TaskEitherPayments,
} from './application/facade/payments.js';
export type { KeyRow } from './application/idempotency/key-row.js';
export type { Clock } from './application/ports/clock.js';
export type { EventRange, EventSource } from './application/ports/event-source.js';
export type {
  ClaimedEvent,
  DroppableState,
  ErasedBatch,
  EventBacklog,
  EventInbox,
  EventOutcome,
  EventQueue,
  EventStore,
  ReplayedBatch,
  ReplaySelection,
} from './application/ports/event-store.js';
export type {
  FirstSent,
  ForgottenRefusal,
  FoundAnswer,
  IdempotencyClaim,
  IdempotencyDoubt,
  IdempotencyKeyId,
  IdempotencyLease,
  IdempotencyRelease,
  IdempotencySettlement,
  IdempotencyStore,
  KeptAnswer,
  KeyCounts,
  KeyedRequest,
  LookUpPace,
  OwnerChange,
  RefusedKey,
  RequestFingerprint,
  UnsettledKey,
} from './application/ports/idempotency-store.js';
export type { LogFields, Logger } from './application/ports/logger.js';
export type {
  CallOptions,
  CardDetails,
  ConfirmationDetails,
  ConfirmationMethod,
  CustomerFields,
  Evidence,
  NewCheckoutSession,
  NewPaymentIntent,
  NewRefund,
  NewSetupIntent,
  OutcomeLookUps,
  Page,
  PaymentIntentChange,
  PaymentProcessor,
  ProcessorChange,
  ProcessorExtras,
} from './application/ports/payment-processor.js';
export type {
  GivenProcessor,
  ProcessorWithout,
} from './application/ports/processor-functions-by-feature.js';
export type { CountedRefund, RefundCount, RefundSums } from './application/ports/refund-sums.js';
export type { Row, RowPlace, Rows } from './application/ports/rows.js';
export type {
  BreakerState,
  CallOutcome,
  EventConclusion,
  ProcessorCall,
  SettledBy,
  Telemetry,
} from './application/ports/telemetry.js';
export type {
  VerifiedEvent,
  WebhookAnswer,
  WebhookMessage,
  WebhookReceiver,
  WebhookRequest,
} from './application/ports/webhook-receiver.js';
export { isPaymentError, type ThrownPaymentError } from './application/thrown-payment-error.js';
export type { ErasedEvents } from './application/use-cases/erase-events.js';
export type { WebhookReceipt } from './application/use-cases/receive-webhook.js';
export type { ReplayedEvents } from './application/use-cases/replay-events.js';
export {
  cardId,
  chargeId,
  checkoutSessionId,
  confirmationTokenId,
  customerId,
  eventId,
  minorUnits,
  paymentIntentId,
  paymentMethodId,
  refundId,
  setupIntentId,
  tokenId,
} from './domain/branded.js';
export type { Doubt } from './domain/doubt.js';
export type { EventOf, KnownEventType } from './domain/events/event-types.js';
export { isEventOf } from './domain/events/event-types.js';
export type {
  ListedEvent,
  ProcessorEvent,
  SnapshotEvent,
  ThinEvent,
  ThinEventType,
} from './domain/events/processor-event.js';
export type {
  EventHistory,
  EventState,
  EventTry,
  HandlerTry,
  StoredEvent,
} from './domain/events/stored-event.js';
export type {
  CardId,
  ChargeId,
  CheckoutSessionId,
  ConfirmationTokenId,
  CustomerId,
  DoubtId,
  EventId,
  PaymentIntentId,
  PaymentMethodId,
  RefundId,
  SetupIntentId,
  TokenId,
} from './domain/ids.js';
export { List } from './domain/input/list.js';
export { formatAmount } from './domain/money/amount-text.js';
export type { MinorUnits } from './domain/money/money.js';
export type { Balance } from './domain/objects/balance.js';
export type { BalanceTransaction } from './domain/objects/balance-transaction.js';
export { Card, CardToken, DeletedCard } from './domain/objects/card.js';
export { Charge, type LedgerCharge } from './domain/objects/charge.js';
export {
  CheckoutSession,
  type CheckoutSessionSnapshot,
} from './domain/objects/checkout-session.js';
export { Customer, CustomerSource, DeletedCustomer } from './domain/objects/customer.js';
export type { DebitMandate } from './domain/objects/debit-mandate.js';
export type { Dispute } from './domain/objects/dispute.js';
export type { DisputeEvidence } from './domain/objects/dispute-evidence.js';
export type { LineItem } from './domain/objects/line-items.js';
export type { Mandate } from './domain/objects/mandate.js';
export type { IntentNextAction } from './domain/objects/next-action.js';
export {
  PaymentIntent,
  type PaymentIntentSnapshot,
  type PaymentIntentStatus,
} from './domain/objects/payment-intent.js';
export { PaymentMethod } from './domain/objects/payment-method.js';
export type { PaymentMethods, PaymentMethodType } from './domain/objects/payment-methods.js';
export type { LostPayment, OutcomeType, PaidPayment } from './domain/objects/payment-outcome.js';
export type { Payout } from './domain/objects/payout.js';
export { Refund, type RefundReason } from './domain/objects/refund.js';
export { SetupIntent, type SetupIntentStatus } from './domain/objects/setup-intent.js';
export type { ShippingOfObject } from './domain/objects/shipping.js';
export type * from './domain/payment-error.js';
export {
  describePaymentError,
  type PaymentErrorKind,
  paymentErrorCode,
  paymentErrorKind,
} from './domain/payment-error-facts.js';
export type { ProcessorDecision } from './domain/processor-decision.js';
export { processorErrors } from './domain/processor-errors.js';
export type { ProcessorFeature, ProcessorFeatures } from './domain/processor-feature.js';
export type { SearchOutcome } from './domain/search-outcome.js';
export { createPayments, type WholePayments } from './infrastructure/create-payments.js';
export type {
  EventContext,
  EventHandler,
  HandlerOptions,
} from './infrastructure/events/event-handlers.js';
export type { EventHandling } from './infrastructure/events/event-handling.js';
export type { PaymentsOptions, PaymentsStores } from './infrastructure/payments-options.js';
