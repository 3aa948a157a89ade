/** The package's entry `pasarela/contract`: test suites for your own card processors and stores. */
export type {
  ContractControls,
  ContractExtras,
  ContractFixtures,
  ContractOptions,
  CustomerChoice,
  Fault,
  TestInstrument,
} from './contract/contract-options.js';
export { describePaymentProcessor } from './contract/describe-payment-processor.js';
export {
  describeStripeProcessor,
  type StripeContractOptions,
} from './contract/describe-stripe-processor.js';
export { describeEventStore } from './contract/stores/describe-event-store.js';
export { describeIdempotencyStore } from './contract/stores/describe-idempotency-store.js';
export { describeRefundSums } from './contract/stores/describe-refund-sums.js';
export type { OpenStore } from './contract/stores/use-store.js';
export type { TestFramework } from './contract/test-framework.js';
