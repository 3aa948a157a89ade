import { defaultCallPolicy, longestCallMs } from '../adapters/outbound/stripe/retry-policy.js';
import type { ProcessorConfig } from './config/processor.js';

const forClients = 10_000;

/**
 * How long a service that ends waits for the requests in progress: long enough for a payment to hear from the processor, or
 * to find out what became of it, and no longer, for a client that hangs.
 */
export const patienceMs = (processor: ProcessorConfig): number =>
  processor.kind === 'memory'
    ? forClients
    : forClients + longestCallMs({ ...defaultCallPolicy, ...processor });
