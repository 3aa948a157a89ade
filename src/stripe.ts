/** The package's entry `pasarela/stripe`: Stripe as the card processor, and its events. */
export { createStripeEventSource } from './adapters/outbound/stripe/create-stripe-event-source.js';
export { createStripeProcessor } from './adapters/outbound/stripe/create-stripe-processor.js';
export {
  createStripeThinEventReader,
  type FetchedObject,
  type ThinEventReader,
} from './adapters/outbound/stripe/create-stripe-thin-event-reader.js';
export type { StripeProcessorOptions } from './adapters/outbound/stripe/stripe-processor-options.js';
export type { EventRange, EventSource } from './application/ports/event-source.js';
