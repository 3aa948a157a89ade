import * as E from 'fp-ts/lib/Either.js';
import type * as IO from 'fp-ts/lib/IO.js';
import * as R from 'fp-ts/lib/Record.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import {
  keepEvent,
  takesAccounts,
  type WhyIgnored,
  whyIgnored,
} from '../../application/events/keep-event.js';
import { keepOutcome } from '../../application/events/keep-outcome.js';
import { dropEventPayloads, purgeEvents } from '../../application/events/retention.js';
import type { Clock } from '../../application/ports/clock.js';
import type { EventStore } from '../../application/ports/event-store.js';
import type { Logger } from '../../application/ports/logger.js';
import type { Telemetry } from '../../application/ports/telemetry.js';
import { promiseOf } from '../../application/thrown-payment-error.js';
import { describeReceivedEventProblem } from '../../domain/english-texts.js';
import type { ProcessorEvent } from '../../domain/events/processor-event.js';
import { decodeReceivedEvent } from '../../domain/events/received-event.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import { type Purge, startMaintenance } from '../maintenance.js';
import { createEventHandlers, type EventHandlers } from './event-handlers.js';
import { type EventHandlingSettings, eventHandlingBounds } from './event-handling-settings.js';
import { openEventWorker } from './event-worker.js';
import { noteOtherVersions } from './other-versions.js';
import { createOutcomeHandlers, type PaymentOutcomes } from './outcome-handlers.js';

/** Stores events and calls their handlers. */
export type EventHandling = {
  /**
   * Registers a handler for an event type, or with `*` for every type. Returns a function that removes it. An event is
   * handled when all its handlers have succeeded. An event without handlers is stored and ignored. If the object of an event
   * does not fit its type, the handlers of that type are not called: the try fails with a message.
   *
   * `paid` and `payment_lost` are told once for a payment, whatever events lead to it, with the payment as it is then.
   */
  readonly on: EventHandlers['on'];
  /**
   * Starts handling stored and new events, settling idempotency keys in doubt, and deleting old rows. Call it even if you only use
   * idempotency keys.
   */
  readonly start: () => void;
  /** Stops all of it, and waits for running handlers. After `patienceMs` (milliseconds, default 10 000) their signal aborts. */
  readonly stop: (patienceMs?: number) => Promise<void>;
  /**
   * Stores an event of the processor that did not arrive by webhook. Rejects with a `TypeError` if it is not a valid event, and
   * with a `ThrownPaymentError` if it could not be stored.
   */
  readonly keepEvent: (event: ProcessorEvent) => Promise<'stored' | 'duplicate'>;
  readonly taskEither: {
    /** The same for users of fp-ts. Throws a `TypeError` if it is not a valid event. */
    readonly keepEvent: KeepEvent;
  };
};

/** Stores an event. */
export type KeepEvent = (
  event: ProcessorEvent,
) => TE.TaskEither<StoreUnavailable, 'stored' | 'duplicate'>;

type Parts = {
  readonly eventStore: EventStore;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly telemetry: Telemetry;
  /** `true`: only live events are handled; `false`: only test events; absent: both. */
  readonly livemode: boolean | undefined;
  /** The connected accounts whose events are handled; `*`: all. */
  readonly webhookAccounts?: ReadonlyArray<string>;
  readonly skipSuperseded?: boolean;
  /** The API version of the processor's calls, if it has any. */
  readonly apiVersion?: string | undefined;
  readonly handledByAnotherProcess?: boolean;
  readonly settings: Partial<EventHandlingSettings>;
  /** Other kinds of rows that are deleted when they are old. */
  readonly purges?: ReadonlyArray<Purge>;
  /** Called when a new event is stored. */
  readonly onKept?: (event: ProcessorEvent) => IO.IO<void>;
  /** How payments are decided. Absent: they are not. */
  readonly outcomes?: PaymentOutcomes;
};

/** Milliseconds that `stop` waits by default. */
export const usualPatienceMs = 10_000;

const refuseHandler = (): never => {
  throw new TypeError('on: this process calls no handlers, because eventsHandledElsewhere is true');
};

/** Creates the handling of events, not started and without handlers. `whyIgnored` decides which events it ignores. */
export const createEventHandling = ({
  eventStore,
  clock,
  logger,
  telemetry,
  livemode,
  webhookAccounts = [],
  skipSuperseded = false,
  apiVersion,
  handledByAnotherProcess = false,
  settings: given,
  purges = [],
  onKept,
  outcomes,
}: Parts): EventHandling & {
  readonly whyIgnored: WhyIgnored;
  /** `keepEvent` without the check, for events that this process has made itself. */
  readonly keepOwnEvent: KeepEvent;
  /** Decides payments even if only handlers of every type are there. */
  readonly followOutcomes: () => void;
} => {
  const handlers = createEventHandlers();
  const handling = createOutcomeHandlers({
    handlers,
    outcomes,
    keep: (outcome, led) => keepDecision(outcome, led),
    skipSuperseded,
  });
  const gate = whyIgnored({
    livemode,
    takesAccount: takesAccounts(webhookAccounts),
    skipSuperseded,
    takesSuperseded: handling.takesSuperseded,
    hasHandler: (type) => handledByAnotherProcess || handling.of(type).length > 0,
  });
  const keep = keepEvent({
    eventStore,
    clock,
    whyIgnored: gate,
    telemetry,
    ...(onKept === undefined ? {} : { onKept }),
  });
  const keepValid: KeepEvent = (event) => {
    // An invalid event could not be read again from the store.
    const decoded = decodeReceivedEvent(event);
    if (E.isLeft(decoded)) {
      throw new TypeError(`keepEvent: ${describeReceivedEventProblem(decoded.left)}`);
    }
    return keep(event);
  };
  const settings = R.mapWithIndex(
    (name: keyof EventHandlingSettings, { fallback }: { readonly fallback: number }) =>
      given[name] ?? fallback,
  )(eventHandlingBounds);
  const parts = { eventStore, clock };
  const { retentionDays, deadRetentionDays, idDays } = settings;
  const keepDecision = keepOutcome({ ...parts, idDays, keep });
  const allPurges = [
    dropEventPayloads({ ...parts, retentionDays }, 'handled'),
    dropEventPayloads({ ...parts, retentionDays }, 'ignored'),
    dropEventPayloads({ ...parts, retentionDays: deadRetentionDays }, 'dead'),
    purgeEvents({ ...parts, idDays }),
    ...purges,
  ];

  const begin = () => ({
    worker: handledByAnotherProcess
      ? undefined
      : openEventWorker({
          queue: eventStore,
          handlersOf: handling.of,
          whyIgnored: gate,
          noteVersion: noteOtherVersions(logger, apiVersion),
          clock,
          logger,
          telemetry,
          settings,
        }),
    maintenance: startMaintenance({ purges: allPurges, logger }),
  });
  let running: ReturnType<typeof begin> | undefined;
  let ended = Promise.resolve();
  return {
    whyIgnored: gate,
    keepOwnEvent: keep,
    followOutcomes: handling.follow,
    keepEvent: async (event) => promiseOf(keepValid(event)),
    taskEither: { keepEvent: keepValid },
    on: handledByAnotherProcess ? refuseHandler : handlers.on,
    start: () => {
      running ??= begin();
    },
    stop: (patienceMs = usualPatienceMs) => {
      const ending = [running?.worker?.close(patienceMs), running?.maintenance.stop()];
      running = undefined;
      ended = Promise.all([ended, ...ending]).then(() => undefined);
      return ended;
    },
  };
};
