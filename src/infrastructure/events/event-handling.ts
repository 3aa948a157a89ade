import * as E from 'fp-ts/lib/Either.js';
import * as R from 'fp-ts/lib/Record.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { keepEvent, whyIgnored } from '../../application/events/keep-event.js';
import { dropEventPayloads, purgeEvents } from '../../application/events/retention.js';
import type { Clock } from '../../application/ports/clock.js';
import type { EventStore } from '../../application/ports/event-store.js';
import type { Logger } from '../../application/ports/logger.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { ProcessorEvent } from '../../domain/processor-event.js';
import { decodeReceivedEvent } from '../../domain/received-event.js';
import { type Purge, startMaintenance } from '../maintenance.js';
import { createEventHandlers, type EventHandlers } from './event-handlers.js';
import { type EventHandlingSettings, eventHandlingBounds } from './event-handling-settings.js';
import { openEventWorker } from './event-worker.js';

/** Takes events, and hands them to handlers. */
export type EventHandling = {
  /**
   * Registers a handler of an event type, or with `*` of every type; what comes back removes it. An event is handled
   * when all its handlers took it. An event for which there is none when it comes is stored and ignored. One whose
   * object is not what its type promises is not given to a handler of that type: the try fails, and says what is wrong.
   */
  readonly on: EventHandlers['on'];
  /** Begins to hand events to their handlers, those that wait and all that come, and to drop what is old. */
  readonly start: () => void;
  /** Ends both: no more events are taken. Handlers that still run after `patienceMs` (10 000) are told to give up. */
  readonly stop: (patienceMs?: number) => Promise<void>;
  /** Stores an event that is known to be the processor's, from wherever it came. Throws a `TypeError` for what is no event. */
  readonly keepEvent: (
    event: ProcessorEvent,
  ) => TE.TaskEither<StoreUnavailable, 'stored' | 'duplicate'>;
};

type Parts = {
  readonly eventStore: EventStore;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whether live events are handled, or test ones; absent: both. */
  readonly livemode: boolean | undefined;
  /** Whether another process hands them to its handlers. */
  readonly handledByAnotherProcess?: boolean;
  readonly settings: Partial<EventHandlingSettings>;
  /** What else is dropped when it is old. */
  readonly purges?: ReadonlyArray<Purge>;
};

const usualPatienceMs = 10_000;

const neverCalled = (): never => {
  throw new TypeError('on: with eventsHandledElsewhere no handler is called here');
};

/** Handling without handlers, that has not started. `whyIgnored` is its gate. */
export const createEventHandling = ({
  eventStore,
  clock,
  logger,
  livemode,
  handledByAnotherProcess = false,
  settings: given,
  purges = [],
}: Parts): EventHandling & {
  readonly whyIgnored: (event: ProcessorEvent) => string | undefined;
} => {
  const handlers = createEventHandlers();
  const gate = whyIgnored({
    livemode,
    hasHandler: (type) => handledByAnotherProcess || handlers.of(type).length > 0,
  });
  const keep = keepEvent({ eventStore, clock, whyIgnored: gate });
  const settings = R.mapWithIndex(
    (name: keyof EventHandlingSettings, { fallback }: { readonly fallback: number }) =>
      given[name] ?? fallback,
  )(eventHandlingBounds);
  const parts = { eventStore, clock };
  const { retentionDays, deadRetentionDays, idDays } = settings;
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
          handlersOf: handlers.of,
          whyIgnored: gate,
          clock,
          logger,
          settings,
        }),
    maintenance: startMaintenance({ purges: allPurges, logger }),
  });
  let running: ReturnType<typeof begin> | undefined;
  let ended = Promise.resolve();
  return {
    whyIgnored: gate,
    keepEvent: (event) => {
      // Stored, it could not be read again, and would hold up all others.
      const decoded = decodeReceivedEvent(event);
      if (E.isLeft(decoded)) throw new TypeError(`keepEvent: this is no ${decoded.left}`);
      return keep(event);
    },
    on: handledByAnotherProcess ? neverCalled : handlers.on,
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
