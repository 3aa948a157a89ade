/** The package's entry `pasarela/stripe`: Stripe as the card processor. */
export { createStripeProcessor } from './adapters/outbound/stripe/create-stripe-processor.js';
export type { StripeProcessorOptions } from './adapters/outbound/stripe/stripe-processor-options.js';
