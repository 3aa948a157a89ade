/** The package's entry `pasarela/memory`: a card processor in memory, to test against and to work with offline. */
export type { FailurePlan, FailureTarget } from './adapters/outbound/memory/failure-plan.js';
export type {
  EventsPage,
  MemoryControls,
  MemorySnapshot,
} from './adapters/outbound/memory/memory-controls.js';
export type { MemoryProcessor } from './adapters/outbound/memory/memory-processor.js';
export { createMemoryProcessor } from './adapters/outbound/memory/memory-processor.js';
export type { MemoryProcessorOptions } from './adapters/outbound/memory/memory-processor-options.js';
