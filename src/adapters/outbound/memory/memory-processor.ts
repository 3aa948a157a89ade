import { randomUUID } from 'node:crypto';
import type { PaymentProcessor } from '../../../application/ports/payment-processor.js';
import { systemClock } from '../system-clock.js';
import { createControls } from './create-controls.js';
import { createPort } from './create-port.js';
import { createEngine } from './engine/engine.js';
import { throwOutside } from './engine/events/event-dispatcher.js';
import type { MemoryControls } from './memory-controls.js';
import type { MemoryProcessorOptions } from './memory-processor-options.js';

/** A card processor in memory, and what its customers, banks and network do. */
export type MemoryProcessor = PaymentProcessor & { readonly controls: MemoryControls };

/**
 * A card processor in memory that behaves like Stripe's test mode: its test cards and magic ids, declines, 3D Secure,
 * refunds, idempotency keys and events. Answers are frozen. Amounts are cents, moments Unix seconds.
 */
export const createMemoryProcessor = (options: MemoryProcessorOptions = {}): MemoryProcessor => {
  const {
    seed = randomUUID(),
    clock = systemClock,
    keepEvents = 10_000,
    cards = 'sources',
    cardTokens = true,
    challengeUrl = (paymentIntent) => `https://challenge.pasarela.invalid/${paymentIntent}`,
    onListenerError = throwOutside,
  } = options;
  const engine = createEngine({
    seed: String(seed),
    clock,
    keepEvents,
    cardTokens,
    challengeUrl,
    onListenerError,
  });
  return { ...createPort(engine, { cards }), controls: createControls(engine) };
};
