import { randomUUID } from 'node:crypto';
import {
  aFlag,
  aFunction,
  aWholeNumber,
  aWord,
  checkedOptions,
  must,
  optional,
  type Rules,
} from '../../../application/checked-options.js';
import type {
  PaymentProcessor,
  ProcessorExtras,
} from '../../../application/ports/payment-processor.js';
import { createOutcomeLookUps } from '../look-ups/create-outcome-look-ups.js';
import { systemClock } from '../system-clock.js';
import { createControls } from './create-controls.js';
import { createPort } from './create-port.js';
import { createEngine } from './engine/engine.js';
import { throwOutside } from './engine/events/event-dispatcher.js';
import type { MemoryControls } from './memory-controls.js';
import type { MemoryProcessorOptions } from './memory-processor-options.js';
import { memoryReads } from './memory-reads.js';

/** A card processor in memory, and what its customers, banks and network do. */
export type MemoryProcessor = PaymentProcessor &
  Pick<ProcessorExtras, 'lookUps'> & { readonly controls: MemoryControls };

const rules: Rules<MemoryProcessorOptions> = {
  seed: optional(
    must('must be a text or a number', (seed) => ['string', 'number'].includes(typeof seed)),
  ),
  clock: optional(aFunction),
  keepEvents: optional(aWholeNumber(0)),
  cards: optional(aWord('sources', 'payment_methods')),
  cardTokens: optional(aFlag),
  challengeUrl: optional(aFunction),
  onListenerError: optional(aFunction),
};

/**
 * A card processor in memory that behaves like Stripe's test mode: its test cards and magic ids, declines, 3D Secure,
 * refunds, idempotency keys and events. Answers are frozen. Amounts are cents, moments Unix seconds. Throws a `TypeError`
 * for options that are not what they should be.
 */
export const createMemoryProcessor = (options: MemoryProcessorOptions = {}): MemoryProcessor => {
  const checked = checkedOptions('createMemoryProcessor', rules, options);
  const {
    seed = randomUUID(),
    clock = systemClock,
    keepEvents = 10_000,
    cards = 'sources',
    cardTokens = true,
    challengeUrl = (paymentIntent) => `https://challenge.pasarela.invalid/${paymentIntent}`,
    onListenerError = throwOutside,
  } = checked;
  const engine = createEngine({
    seed: String(seed),
    clock,
    keepEvents,
    cardTokens,
    challengeUrl,
    onListenerError,
  });
  const lookUps = createOutcomeLookUps(() => memoryReads(engine));
  return { ...createPort(engine, { cards }), lookUps, controls: createControls(engine) };
};
