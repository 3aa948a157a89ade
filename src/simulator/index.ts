/** The in-memory processor: what programs use of it in their own process. */

export type { EngineInspection } from './console/console-desk.js';
export { inspectEngine } from './console/inspect-engine.js';
// The operations in the library's terms, and the controls that play customers, banks and the network.
export {
  answeredWithCharges,
  callEngine,
  type MethodTypes,
  readMethodTypes,
  withCharges,
} from './controls/call-engine.js';
export { createControls } from './controls/create-controls.js';
export type {
  CheckoutCustomer,
  EventsPage,
  FailurePlan,
  FailureTarget,
  MemoryControls,
  MemorySnapshot,
} from './controls/memory-controls.js';
// Stripe's operations on a state in memory, in Stripe's terms.
export { memoryAccount } from './engine/account.js';
export { createEngine, type Engine } from './engine/engine.js';
export { recordDelivery } from './engine/events.js';
export { throwOutside } from './engine/kernel/event-delivery.js';
export { createIds } from './engine/kernel/ids.js';
export type { Definition } from './engine/kernel/operation.js';
export type { FeeRate } from './engine/objects/balance.js';
export { type ChargeObject, isHeld } from './engine/objects/charge.js';
export type { EventObject } from './engine/objects/event.js';
export { eventTypes } from './engine/objects/event-types.js';
export { deepFreeze } from './engine/objects/json.js';
export type { ListObject } from './engine/objects/object.js';
export type { PaymentIntentObject } from './engine/objects/payment-intent.js';
export type { RefundObject } from './engine/objects/refund.js';
export type { SwitchableMethod } from './engine/objects/switchable-methods.js';
export { engineOperations } from './engine/operations.js';
export { aFeeRate, aSeed, someMethods } from './engine/option-rules.js';
export {
  attachKeptCard,
  listKeptCards,
  retrieveKeptCard,
} from './engine/payment-methods/read.js';
export { checkoutDesk } from './pages/checkout-desk.js';
export type { CheckoutDesk } from './pages/checkout-endpoints.js';
export { createMountPages } from './pages/mount-pages.js';
