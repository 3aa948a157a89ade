import * as framework from 'node:test';
import { describePaymentProcessor } from '../../../src/contract.js';
import { createRedirectProcessor, redirectContract } from './redirect-processor.js';

describePaymentProcessor(
  'a processor unlike Stripe under node:test',
  createRedirectProcessor,
  redirectContract,
  framework,
);
