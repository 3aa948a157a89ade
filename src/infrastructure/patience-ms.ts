import type { ProcessorConfig } from './config/processor-config.js';

const forClients = 10_000;

/**
 * How long a service that ends waits for the requests in progress: long enough for a payment to hear from the processor,
 * and no longer, for a client that hangs.
 */
export const patienceMs = (processor: ProcessorConfig): number =>
  processor.kind === 'memory'
    ? forClients
    : forClients + processor.timeoutMs * (1 + processor.maxRetries);
