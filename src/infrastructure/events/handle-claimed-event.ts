import { setTimeout as sleep } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { systemSetRepeating } from '../../adapters/outbound/system-time.js';
import { type HandledEvent, handleEvent } from '../../application/events/handle-event.js';
import { keepLease } from '../../application/keep-lease.js';
import type { Clock } from '../../application/ports/clock.js';
import type { ClaimedEvent, EventQueue } from '../../application/ports/event-store.js';
import type { Logger } from '../../application/ports/logger.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { ProcessorEvent } from '../../domain/processor-event.js';
import type { StoredEvent } from '../../domain/stored-event.js';
import type { EventHandlers } from './event-handlers.js';
import type { EventHandlingSettings } from './event-handling-settings.js';

/** What events are handled with. */
export type EventWorkerParts = {
  readonly queue: EventQueue;
  readonly handlersOf: EventHandlers['of'];
  readonly whyIgnored: (event: ProcessorEvent) => string | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settings: EventHandlingSettings;
};

/** How long a handler that is told to give up has to say how its try ended. */
export const gracePeriodMs = 1000;

const endedBy = async (signal: AbortSignal): Promise<void> => signal.throwIfAborted();

/**
 * Does some work, unless the signal was given before. Rejects with the signal's reason when the work is not over `graceMs`
 * after it: what does not heed the signal goes on, and nobody waits for it.
 */
export const withGracePeriod = (
  signal: AbortSignal,
  graceMs: number,
  work: () => Promise<void>,
): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => {
      // A rejection that nobody takes, because the work is over, would end the process.
      setTimeout(() => void endedBy(signal).catch(reject), graceMs).unref();
    });
    work().then(resolve, reject);
  });

/** Says what became of an event, unless it was handled. */
const reportHandled = (
  logger: Logger,
  { id, type }: StoredEvent,
  ended: E.Either<StoreUnavailable, HandledEvent>,
): void => {
  const fields = { event: id, type };
  if (E.isLeft(ended)) {
    const { _tag: error, cause } = ended.left;
    logger.error('what became of an event was not stored', { ...fields, error, cause });
    return;
  }
  const { outcome, concluded } = ended.right;
  if (!concluded) logger.warn('lease of an event lost while it was handled', fields);
  if (outcome._tag !== 'Failed') return;
  const { error, nextAttemptAt } = outcome;
  if (nextAttemptAt === null) logger.error('event dead', { ...fields, error });
  else logger.warn('event not handled yet', { ...fields, error });
};

const concludeAgainMs = 500;

/**
 * Handles a claimed event, and keeps its lease meanwhile. The controller tells the handlers to give up: its owner may, and so
 * does a lease that was lost, and a try that takes too long.
 */
export const handleClaimedEvent =
  (
    { queue, handlersOf, whyIgnored, clock, logger, settings }: EventWorkerParts,
    onDefect: (cause: unknown) => void,
  ) =>
  async (claimed: ClaimedEvent, owner: string, controller: AbortController): Promise<void> => {
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
        if (E.isRight(extended) && !extended.right)
          controller.abort(new Error('its lease was lost'));
        if (E.isLeft(extended) && extended.left._tag === 'Unexpected')
          onDefect(extended.left.cause);
      },
    );
    // What was done is not done again because the store was away for a while: it is written down when it is back.
    const conclude: EventQueue['conclude'] = (id, ended) => async () => {
      for (;;) {
        const concluded = await queue.conclude(id, ended)();
        if (E.isRight(concluded) || signal.aborted) return concluded;
        await sleep(concludeAgainMs, undefined, { signal }).catch(() => undefined);
      }
    };
    const handle = handleEvent({
      eventStore: { conclude },
      handlersFor: (type) =>
        handlersOf(type).map(({ name, handler }) => ({
          name,
          handle: (event, context) =>
            TE.tryCatch(
              async () => {
                await withGracePeriod(signal, gracePeriodMs, async () =>
                  // Its own: what one changes is nothing to the others, and not to what is stored.
                  handler(structuredClone(event), { ...context, signal }),
                );
                takenBy.add(name);
              },
              (cause) => cause,
            ),
        })),
      whyIgnored,
      clock,
      random: Math.random,
      maxTries,
    });

    const tooLong = new Error(`not over after ${timeoutSeconds} seconds`);
    const timeout = setTimeout(() => controller.abort(tooLong), timeoutSeconds * 1000);
    try {
      reportHandled(logger, stored, await keep(handle(claimed, owner))());
    } finally {
      clearTimeout(timeout);
    }
  };
