import * as TE from 'fp-ts/lib/TaskEither.js';
import { mayDecidePayment, type OutcomeEvents } from '../../application/events/payment-outcomes.js';
import { promiseOf } from '../../application/thrown-payment-error.js';
import type { ProcessorEvent, SnapshotEvent } from '../../domain/events/processor-event.js';
import { isOutcomeType } from '../../domain/objects/payment-outcome.js';
import type { PaymentError } from '../../domain/payment-error.js';
import type { EventHandler, EventHandlers } from './event-handlers.js';

/** How payments are decided. */
export type PaymentOutcomes = {
  /** The events to store after an event. */
  readonly after: (event: ProcessorEvent) => TE.TaskEither<PaymentError, OutcomeEvents>;
  /** The event of a decision with the payment as it is now; `null`: it holds no longer. */
  readonly refreshed: (event: SnapshotEvent) => TE.TaskEither<PaymentError, SnapshotEvent | null>;
};

type Parts = {
  readonly handlers: Pick<EventHandlers, 'of' | 'isNamed'>;
  /** Absent: no payment is decided. */
  readonly outcomes: PaymentOutcomes | undefined;
  /** Stores an event to which another event led. */
  readonly keep: (
    outcome: SnapshotEvent,
    led: { readonly after: ProcessorEvent },
  ) => TE.TaskEither<PaymentError, unknown>;
  readonly skipSuperseded: boolean;
};

type Named = ReturnType<EventHandlers['of']>[number];

// Stores remember under this name which events have been decided. Never change it.
const name = 'pasarela payment outcomes';

const freshly =
  ({ refreshed }: PaymentOutcomes) =>
  ({ handler, ...named }: Named): Named => ({
    ...named,
    handler: async (event, context) => {
      const now = event.object === 'event' ? await promiseOf(refreshed(event)) : event;
      if (now !== null) await handler(structuredClone(now), { ...context, superseded: false });
    },
  });

/**
 * The handlers of each event type, with those that decide payments. They decide only while somebody listens to outcomes, or `follow`
 * was called: each decision reads the payment at the processor.
 */
export const createOutcomeHandlers = ({ handlers, outcomes, keep, skipSuperseded }: Parts) => {
  let followed = false;
  const listens = (): boolean => followed || ['paid', 'payment_lost'].some(handlers.isNamed);
  const decides = (type: string): boolean =>
    outcomes !== undefined && mayDecidePayment(type) && listens();

  const decide =
    ({ after }: PaymentOutcomes): EventHandler =>
    async (event) => {
      const { mark, decision: decided } = await promiseOf(after(event));
      if (mark !== null) await promiseOf(keep(mark, { after: event }));
      const decision = await promiseOf(TE.fromEither(decided));
      if (decision !== null) await promiseOf(keep(decision, { after: event }));
    };

  // Superseded events decide payments too, so they are not ignored as a whole.
  const unlessSkipped = ({ handler, ...named }: Named): Named => ({
    ...named,
    handler: (event, context) =>
      context.superseded && skipSuperseded ? undefined : handler(event, context),
  });

  return {
    of: (type: string): ReadonlyArray<Named> => {
      const own = handlers.of(type);
      if (outcomes === undefined) return own;
      if (isOutcomeType(type)) return own.map(freshly(outcomes));
      return decides(type) ? [...own.map(unlessSkipped), { name, handler: decide(outcomes) }] : own;
    },
    /** Whether events of a type are handled even when they are superseded. */
    takesSuperseded: (type: string): boolean => isOutcomeType(type) || decides(type),
    /** Decides payments from now on, whoever listens. */
    follow: (): void => {
      followed = true;
    },
  };
};
