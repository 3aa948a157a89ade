import { describePaymentProcessor } from '../../../../src/contract.js';
import { createMemoryProcessor } from '../../../../src/memory.js';
import { memoryCapabilities } from '../../../contract/support/memory-capabilities.js';

describePaymentProcessor(
  'the in-memory processor',
  () => createMemoryProcessor({ seed: 'contract' }),
  memoryCapabilities,
);
