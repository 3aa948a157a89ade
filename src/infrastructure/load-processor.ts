import { boundProcessor, completeProcessor } from '../application/complete-processor.js';
import type { Clock } from '../application/ports/clock.js';
import type { Logger } from '../application/ports/logger.js';
import type { PaymentProcessor, ProcessorExtras } from '../application/ports/payment-processor.js';
import {
  type BreakerState,
  silentTelemetry,
  type Telemetry,
} from '../application/ports/telemetry.js';
import type { Tracing } from '../application/ports/tracing.js';
import type { CheckoutDesk, EngineInspection, MemoryControls } from '../simulator/index.js';
import type { ProcessorConfig } from './config/processor.js';
import { observedProcessor } from './metrics/observed-processor.js';

/**
 * The processor of the service. Only the in-memory processor has controls, which act as customers, banks and the network, and can
 * be looked into.
 */
export type ServiceProcessor = PaymentProcessor &
  ProcessorExtras & {
    readonly controls?: MemoryControls;
    readonly inspection?: EngineInspection;
    readonly desk?: CheckoutDesk;
  };

/** Creates the processor of the service. `publicUrl` is the URL at which a browser reaches the service. */
export type CreateProcessor = (
  clock: Clock,
  publicUrl: string,
  logger: Logger,
  telemetry: Telemetry,
  tracing: Partial<Tracing>,
) => ServiceProcessor;

const logBreaker =
  (logger: Logger) =>
  (state: BreakerState): void => {
    switch (state) {
      case 'open':
        return logger.warn(
          'the circuit breaker is open: the processor does not answer, so no call is sent for a while',
        );
      case 'half_open':
        return logger.info(
          'the circuit breaker is half open: a call tries whether the processor is back',
        );
      case 'closed':
        return logger.info('the circuit breaker is closed: the processor answers again');
    }
  };

/** Loads the code of the configured processor. The other one is not loaded, because loading takes time. */
export const loadProcessor = async (config: ProcessorConfig): Promise<CreateProcessor> => {
  if (config.kind === 'memory') {
    const { createInspectedProcessor } = await import(
      '../adapters/outbound/memory/memory-processor.js'
    );
    const { seed } = config;
    return (clock, publicUrl, logger, telemetry) => {
      const { processor, inspection, desk } = createInspectedProcessor({
        clock,
        challengeUrl: (intent) => `${publicUrl}/_processor/challenges/${intent}`,
        checkoutUrl: (session) => `${publicUrl}/_processor/checkout/${session}`,
        onListenerError: (cause) => logger.error('an event listener threw an error', { cause }),
        ...(seed === undefined ? {} : { seed }),
      });
      return telemetry === silentTelemetry
        ? { ...processor, inspection, desk }
        : { ...processor, ...observedProcessor(processor, telemetry), inspection, desk };
    };
  }
  if (config.kind === 'module') {
    const { createModuleProcessor } = await import('./processor-module.js');
    const processor = completeProcessor(await createModuleProcessor(config));
    return (_clock, _publicUrl, _logger, telemetry) => {
      if (telemetry === silentTelemetry) return processor;
      const bound = boundProcessor(processor);
      return { ...bound, ...observedProcessor(bound, telemetry) };
    };
  }
  const { createStripeProcessor } = await import('../adapters/outbound/stripe/processor.js');
  const { kind: _, baseUrl, ...options } = config;
  return (clock, _publicUrl, logger, telemetry, tracing) => {
    const log = logBreaker(logger);
    return createStripeProcessor({
      clock,
      ...options,
      ...(baseUrl === undefined ? {} : { baseUrl }),
      tracing,
      telemetry: {
        processorCallEnded: telemetry.processorCallEnded,
        breakerChanged: (state) => {
          log(state);
          telemetry.breakerChanged(state);
        },
      },
    });
  };
};
