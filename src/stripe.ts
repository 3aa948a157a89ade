/** The package's entry `pasarela/stripe`: the card processor Stripe, and its events. */
export { createStripeEventSource } from './adapters/outbound/stripe/event-source.js';
export type { StripeProcessorOptions } from './adapters/outbound/stripe/options.js';
export { createStripeProcessor } from './adapters/outbound/stripe/processor.js';
export {
  createStripeThinEventReader,
  type FetchedObject,
  type ThinEventReader,
} from './adapters/outbound/stripe/thin-events.js';
export type {
  StripeTransport,
  StripeTransportRequest,
  StripeTransportResponse,
} from './adapters/outbound/stripe/transport.js';
export type { EventRange, EventSource } from './application/ports/event-source.js';
