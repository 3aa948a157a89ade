export type { Capabilities, Fault } from './contract/capabilities.js';
export { describePaymentProcessor } from './contract/describe-payment-processor.js';
export type { TestFramework } from './contract/test-framework.js';
