import { randomUUID } from 'node:crypto';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
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
import type { Clock } from '../../../application/ports/clock.js';
import type {
  PaymentProcessor,
  ProcessorExtras,
} from '../../../application/ports/payment-processor.js';
import type { SnapshotEvent } from '../../../domain/processor-event.js';
import { createOutcomeLookUps } from '../look-ups/outcome-look-ups.js';
import type { OutcomeReads } from '../look-ups/outcome-reads.js';
import { systemClock } from '../system-clock.js';
import { callEngine, withCharges } from './call-engine.js';
import { createControls } from './create-controls.js';
import { createPort } from './create-port.js';
import { createEngine, type Engine } from './engine/engine.js';
import { throwOutside } from './engine/kernel/event-dispatcher.js';
import { operations } from './engine/operations.js';
import type { MemoryControls } from './memory-controls.js';

/** How an in-memory processor is set up. Everything has a default. */
export type MemoryProcessorOptions = {
  /** The same seed gives the same ids. Absent: a random one. */
  readonly seed?: number | string;
  /** Unix seconds. Absent: the system's time. */
  readonly clock?: Clock;
  /** How many events are kept; the oldest go first. Absent: 10 000. */
  readonly keepEvents?: number;
  /**
   * How `createCard` keeps cards: as sources (`card_...`), or as payment methods (`pm_...`), as the Stripe adapter does with
   * its option of this name. Absent: `sources`.
   */
  readonly cards?: 'sources' | 'payment_methods';
  /** `false`: card tokens are refused as sources of customers, as with accounts of today. Absent: `true`. */
  readonly cardTokens?: boolean;
  /** The page on which a customer authenticates an intent, put into its `next_action`. */
  readonly challengeUrl?: (paymentIntent: string) => string;
  /**
   * Gets what an event listener throws, or what its promise rejects with. Absent: it is thrown outside, where it ends
   * the process as any uncaught error does, so that it cannot go unseen.
   */
  readonly onListenerError?: (error: unknown, event: SnapshotEvent) => void;
};

const limit = 100;

/** What look-ups read of an engine. */
export const outcomeReads = (engine: Engine): OutcomeReads => {
  const call = callEngine(engine);
  return {
    now: engine.clock.now,
    retrieveIntent: (payment_intent) =>
      pipe(call(operations.retrieveIntent)({ payment_intent }), TE.map(withCharges(engine))),
    listIntents: (page) =>
      pipe(
        call(operations.listIntents)({ ...page, limit }),
        TE.map((list) => ({ ...list, data: list.data.map(withCharges(engine)) })),
      ),
    listCharges: (page) => call(operations.listCharges)({ ...page, limit }),
    retrieveRefund: (refund) => call(operations.retrieveRefund)({ refund }),
    listRefunds: (page) => call(operations.listRefunds)({ ...page, limit }),
    retrieveCustomer: (customer) => call(operations.retrieveCustomer)({ customer }),
    listCustomers: (page) => call(operations.listCustomers)({ ...page, limit }),
    retrieveToken: (token) => call(operations.retrieveToken)({ token }),
    retrievePaymentMethod: (payment_method) =>
      call(operations.retrievePaymentMethod)({ payment_method }),
    retrieveCard: (customer, card) => call(operations.retrieveSource)({ customer, card }),
    listEvents: (page) => call(operations.listEvents)({ ...page, limit }),
  };
};

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
  const lookUps = createOutcomeLookUps(() => outcomeReads(engine));
  return { ...createPort(engine, { cards }), lookUps, controls: createControls(engine) };
};
