import type { MemoryControls } from '../adapters/outbound/memory/memory-controls.js';
import type { Clock } from '../application/ports/clock.js';
import type { Logger } from '../application/ports/logger.js';
import type { PaymentProcessor } from '../application/ports/payment-processor.js';
import type { ProcessorConfig } from './config/processor.js';

/** The processor that the service runs on. Only the in-memory one can be told what customers, banks and network do. */
export type ServiceProcessor = PaymentProcessor & { readonly controls?: MemoryControls };

/** Makes the processor of the service. `publicUrl` is where a browser reaches the service. */
export type CreateProcessor = (clock: Clock, publicUrl: string, logger: Logger) => ServiceProcessor;

/** What makes the processor of the configuration: it alone is loaded, because each takes long to load. */
export const loadProcessor = async (config: ProcessorConfig): Promise<CreateProcessor> => {
  if (config.kind === 'memory') {
    const { createMemoryProcessor } = await import(
      '../adapters/outbound/memory/memory-processor.js'
    );
    const { seed } = config;
    return (clock, publicUrl, logger) =>
      createMemoryProcessor({
        clock,
        challengeUrl: (paymentIntent) => `${publicUrl}/_processor/challenges/${paymentIntent}`,
        onListenerError: (cause) => logger.error('event listener failed', { cause }),
        ...(seed === undefined ? {} : { seed }),
      });
  }
  const { createStripeProcessor } = await import('../adapters/outbound/stripe/processor.js');
  const { secretKey, baseUrl, apiVersion, cards, timeoutMs, maxRetries } = config;
  return (clock) =>
    createStripeProcessor({
      clock,
      secretKey,
      timeoutMs,
      maxRetries,
      apiVersion,
      cards,
      ...(baseUrl === undefined ? {} : { baseUrl }),
    });
};
