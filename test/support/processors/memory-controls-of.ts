import type { MemoryControls } from '../../../src/adapters/outbound/memory/memory-controls.js';
import type { ServiceProcessor } from '../../../src/infrastructure/load-processor.js';

/** All controls of the in-memory processor, for tests that are about nothing else. */
export const memoryControlsOf = ({ controls }: ServiceProcessor): MemoryControls => {
  if (controls === undefined) throw new Error('this is not the in-memory processor');
  return controls;
};
