import { describeStripeProcessor } from '../../../../src/contract.js';
import { createMemoryProcessor } from '../../../../src/memory.js';
import { memoryContract } from '../../../contract/support/memory-contract.js';

describeStripeProcessor(
  'the in-memory processor',
  () => createMemoryProcessor({ seed: 'contract' }),
  memoryContract,
);

describeStripeProcessor(
  'the in-memory processor that keeps payment methods, and takes no card tokens',
  () => createMemoryProcessor({ seed: 'contract', cards: 'payment_methods', cardTokens: false }),
  { ...memoryContract, cards: 'payment_methods' },
);
