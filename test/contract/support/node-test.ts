import * as framework from 'node:test';
import { describePaymentProcessor } from '../../../src/contract.js';
import { createMemoryProcessor } from '../../../src/memory.js';

// Without capabilities, so that the run also reports skipped clauses.
describePaymentProcessor(
  'the in-memory processor under node:test',
  () => createMemoryProcessor({ seed: 'node-test' }),
  {},
  framework,
);
