/** The package's entry `pasarela/memory`: a card processor in memory, to test against and to work with offline. */
export type {
  EventsPage,
  FailurePlan,
  FailureTarget,
  MemoryControls,
  MemorySnapshot,
} from './adapters/outbound/memory/memory-controls.js';
export type {
  MemoryProcessor,
  MemoryProcessorOptions,
} from './adapters/outbound/memory/memory-processor.js';
export { createMemoryProcessor } from './adapters/outbound/memory/memory-processor.js';
