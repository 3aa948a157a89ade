import type { ServiceProcessor } from '../../../src/infrastructure/load-processor.js';
import type { MemoryControls } from '../../../src/simulator/controls/memory-controls.js';

/** The controls of the in-memory processor. Throws for another processor. */
export const memoryControlsOf = ({ controls }: ServiceProcessor): MemoryControls => {
  if (controls === undefined) throw new Error('this is not the in-memory processor');
  return controls;
};
