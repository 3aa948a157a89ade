import * as framework from 'node:test';
import { describePaymentProcessor } from '../../../src/contract.js';
import { createMemoryProcessor } from '../../../src/memory.js';

// Without capabilities, so that the run also shows how skipped clauses are told.
describePaymentProcessor(
  'the in-memory processor under node:test',
  () => createMemoryProcessor({ seed: 'node-test' }),
  {},
  framework,
);
