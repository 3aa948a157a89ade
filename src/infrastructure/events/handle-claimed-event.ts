import { setTimeout as sleep } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { systemSetRepeating } from '../../adapters/outbound/system-time.js';
import { type HandledEvent, handleEvent } from '../../application/events/handle-event.js';
import type { WhyIgnored } from '../../application/events/keep-event.js';
import { keepLease } from '../../application/keep-lease.js';
import type { Clock } from '../../application/ports/clock.js';
import type {
  ClaimedEvent,
  EventOutcome,
  EventQueue,
} from '../../application/ports/event-store.js';
import type { Logger } from '../../application/ports/logger.js';
import type { EventConclusion, Telemetry } from '../../application/ports/telemetry.js';
import type { ProcessorEvent } from '../../domain/events/processor-event.js';
import type { StoredEvent } from '../../domain/events/stored-event.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { EventHandlers } from './event-handlers.js';
import type { EventHandlingSettings } from './event-handling-settings.js';

export type EventWorkerParts = {
  readonly queue: EventQueue;
  readonly handlersOf: EventHandlers['of'];
  readonly whyIgnored: WhyIgnored;
  /** Called with each event that is handled. */
  readonly noteVersion: (event: ProcessorEvent) => void;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly telemetry: Pick<Telemetry, 'eventConcluded' | 'leaseLost'>;
  readonly settings: EventHandlingSettings;
};

/** How long a handler may take to finish after its signal aborted, in milliseconds. */
export const gracePeriodMs = 1000;

const endedBy = async (signal: AbortSignal): Promise<void> => signal.throwIfAborted();

/**
 * Does some work, unless the signal has already aborted. Rejects with the signal's reason when the work does not end within
 * `graceMs` after the signal: work that ignores the signal continues, but its result is dropped.
 */
export const withGracePeriod = (
  signal: AbortSignal,
  graceMs: number,
  work: () => Promise<void>,
): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const onAbort = (): void => {
      // A separate promise, so that an abort after the work has ended is not an unhandled rejection.
      setTimeout(() => void endedBy(signal).catch(reject), graceMs).unref();
    };
    signal.addEventListener('abort', onAbort);
    // The signal is that of all handlers of an event, and Node warns of one with more than ten listeners.
    const end = (): void => signal.removeEventListener('abort', onAbort);
    work().finally(end).then(resolve, reject);
  });

const conclusionOf = (outcome: EventOutcome): EventConclusion => {
  switch (outcome._tag) {
    case 'Handled':
      return 'handled';
    case 'Ignored':
      return 'ignored';
    case 'Failed':
      return outcome.nextAttemptAt === null ? 'dead' : 'failed';
  }
};

/** Counts how a try ended, and logs it unless the event was handled. */
const reportHandled = (
  { logger, telemetry }: Pick<EventWorkerParts, 'logger' | 'telemetry'>,
  { id, type }: StoredEvent,
  ended: E.Either<StoreUnavailable, HandledEvent>,
): void => {
  const fields = { event: id, type };
  if (E.isLeft(ended)) {
    const { _tag: error, cause } = ended.left;
    logger.error('could not store the outcome of an event; it may be handled again', {
      ...fields,
      error,
      cause,
    });
    return;
  }
  const { outcome, concluded } = ended.right;
  if (concluded) telemetry.eventConcluded({ type, conclusion: conclusionOf(outcome) });
  else {
    telemetry.leaseLost('event');
    logger.warn('lost the lease of an event while handling it; it may be handled twice', fields);
  }
  if (outcome._tag !== 'Failed') return;
  const { error, nextAttemptAt } = outcome;
  if (nextAttemptAt === null) {
    logger.error('could not handle an event; it is dead until it is replayed', {
      ...fields,
      error,
    });
  } else logger.warn('could not handle an event; it will be tried again', { ...fields, error });
};

const concludeAgainMs = 500;

/**
 * Calls the handlers of a claimed event, renews its lease meanwhile, and stores the outcome: with `concludeFirst`, and if that fails,
 * in the queue itself. `controller` aborts the signal of the handlers: when the lease is lost, when the try takes too long, or when
 * the caller does.
 */
export const handleClaimedEvent =
  (
    parts: EventWorkerParts,
    concludeFirst: EventQueue['conclude'],
    onDefect: (cause: unknown) => void,
  ) =>
  async (claimed: ClaimedEvent, owner: string, controller: AbortController): Promise<void> => {
    const { queue, handlersOf, whyIgnored, noteVersion, clock, logger, telemetry, settings } =
      parts;
    const { stored } = claimed;
    const { signal } = controller;
    const { leaseSeconds, timeoutSeconds, maxTries } = settings;

    const takenBy = new Set(claimed.takenBy);

    const keep = keepLease({ setRepeating: systemSetRepeating, clock, leaseSeconds })(
      (leaseUntil, now) =>
        signal.aborted
          ? TE.right(true)
          : queue.extend(stored.id, owner, leaseUntil, { now, takenBy: [...takenBy] }),
      (extended) => () => {
        if (E.isRight(extended) && !extended.right) {
          controller.abort(new Error('the lease of the event was lost'));
        }
        if (E.isLeft(extended) && extended.left._tag === 'Unexpected') {
          onDefect(extended.left.cause);
        }
      },
    );
    // While the store is unavailable the outcome is kept here, so that finished work is not done again.
    const conclude: EventQueue['conclude'] = (id, ended) => async () => {
      let concluded = await concludeFirst(id, ended)();
      while (E.isLeft(concluded) && !signal.aborted) {
        await sleep(concludeAgainMs, undefined, { signal }).catch(() => undefined);
        concluded = await queue.conclude(id, ended)();
      }
      return concluded;
    };
    const handle = handleEvent({
      eventStore: { conclude },
      handlersFor: (type) => {
        noteVersion(stored.event);
        return handlersOf(type).map(({ name, handler }) => ({
          name,
          handle: (event, context) =>
            TE.tryCatch(
              async () => {
                await withGracePeriod(signal, gracePeriodMs, async () =>
                  // A copy for each handler, so that changes affect neither the other handlers nor the store.
                  handler(structuredClone(event), { ...context, signal }),
                );
                takenBy.add(name);
              },
              (cause) => cause,
            ),
        }));
      },
      whyIgnored,
      clock,
      random: Math.random,
      maxTries,
    });

    const tooLong = new Error(`the try did not end within ${timeoutSeconds} seconds`);
    const timeout = setTimeout(() => controller.abort(tooLong), timeoutSeconds * 1000);
    try {
      reportHandled({ logger, telemetry }, stored, await keep(handle(claimed, owner))());
    } finally {
      clearTimeout(timeout);
    }
  };
