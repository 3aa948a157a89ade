import { describePaymentProcessor } from '../../../../src/contract.js';
import { createMemoryProcessor } from '../../../../src/memory.js';
import { memoryCapabilities } from '../../../contract/support/memory-capabilities.js';

describePaymentProcessor(
  'the in-memory processor',
  () => createMemoryProcessor({ seed: 'contract' }),
  memoryCapabilities,
);

describePaymentProcessor(
  'the in-memory processor that keeps payment methods, and takes no card tokens',
  () => createMemoryProcessor({ seed: 'contract', cards: 'payment_methods', cardTokens: false }),
  { ...memoryCapabilities, cards: 'payment_methods' },
);
