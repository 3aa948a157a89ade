/** The package's entry `pasarela/memory`: an in-memory card processor for tests and for work offline. */

export type {
  MemoryProcessor,
  MemoryProcessorOptions,
} from './adapters/outbound/memory/memory-processor.js';
export { createMemoryProcessor } from './adapters/outbound/memory/memory-processor.js';
export type {
  CheckoutCustomer,
  EventsPage,
  FailurePlan,
  FailureTarget,
  MemoryControls,
  MemorySnapshot,
} from './simulator/index.js';
