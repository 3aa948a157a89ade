import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { handleEvent } from '../application/handle-event.js';
import type { Clock } from '../application/ports/clock.js';
import type { ClaimedEvent, EventQueue } from '../application/ports/event-queue.js';
import type { Logger } from '../application/ports/logger.js';
import type { ProcessorEvent } from '../domain/processor-event.js';
import type { EventHandler } from './event-handler.js';
import type { EventHandlingSettings } from './event-handling-settings.js';
import { isOver } from './is-over.js';
import { createPause } from './pause.js';
import { reportHandled } from './report-handled.js';
import { unlessDeaf } from './unless-deaf.js';

type Parts = {
  readonly queue: EventQueue;
  readonly handlersOf: (type: string) => ReadonlyArray<EventHandler>;
  readonly whyIgnored: (event: ProcessorEvent) => string | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settings: EventHandlingSettings;
};

/** Events are being handled until it is closed. */
export type EventWorker = {
  /** Takes no more events, and waits for the handlers that run; those that take longer than this are told to give up. */
  readonly close: (patienceMs: number) => Promise<void>;
};

/** How long a handler that is told to give up has to say how its try ended; as long again, to write that down. */
const lastWordMs = 1000;
const afterFailureMs = 1000;
const shortestMs = 200;
const longestMs = 30_000;

/** Handles what is due, a bounded number of events at a time, and looks again whenever something may be. */
export const openEventWorker = (parts: Parts): EventWorker => {
  const { queue, handlersOf, clock, logger, settings } = parts;
  const { concurrency, leaseSeconds, timeoutSeconds, maxTries } = settings;
  const running = new Map<AbortController, Promise<unknown>>();
  const closing = new AbortController();
  const pause = createPause();

  const afterDefect = (cause: unknown): number => {
    logger.error('event handling failed', { cause });
    return afterFailureMs;
  };
  const unlessDefect = (work: Promise<void>): Promise<unknown> => work.catch(afterDefect);

  const run = async (
    claimed: ClaimedEvent,
    owner: string,
    controller: AbortController,
  ): Promise<void> => {
    const { stored } = claimed;
    const { signal } = controller;
    const extend = async (): Promise<void> => {
      const kept = await queue.extend(stored.id, owner, clock() + leaseSeconds)();
      if (E.isRight(kept) && !kept.right) controller.abort(new Error('its lease was lost'));
    };
    const prolonging = setInterval(() => void unlessDefect(extend()), (leaseSeconds * 1000) / 3);
    signal.addEventListener('abort', () => clearInterval(prolonging));
    const tooLong = new Error(`not over after ${timeoutSeconds} seconds`);
    const timeout = setTimeout(() => controller.abort(tooLong), timeoutSeconds * 1000);
    const handle = handleEvent({
      eventQueue: queue,
      handlersFor: (type) =>
        handlersOf(type).map(
          (handler) => (event, context) =>
            TE.tryCatch(
              () =>
                unlessDeaf(signal, lastWordMs, async () => handler(event, { ...context, signal })),
              (cause) => cause,
            ),
        ),
      whyIgnored: parts.whyIgnored,
      clock,
      random: Math.random,
      maxTries,
    });
    try {
      reportHandled(logger, stored, await handle(claimed, owner)());
    } finally {
      clearInterval(prolonging);
      clearTimeout(timeout);
    }
  };

  const begin = (claimed: ClaimedEvent, owner: string): void => {
    const controller = new AbortController();
    const ended = unlessDefect(run(claimed, owner, controller));
    running.set(controller, ended);
    void ended.then(() => {
      running.delete(controller);
      pause.end();
    });
  };

  // How many milliseconds from now to look again, unless something happens before.
  const round = async (): Promise<number> => {
    const limit = concurrency - running.size;
    if (limit <= 0) return longestMs;
    const now = clock();
    // New for every claim: who lost a lease and took it again must not be taken for itself.
    const owner = randomUUID();
    const claimed = await queue.claim({ owner, now, leaseUntil: now + leaseSeconds, limit })();
    if (E.isRight(claimed)) for (const one of claimed.right) begin(one, owner);
    if (E.isRight(claimed) && claimed.right.length > 0) return 0;
    const next = E.isLeft(claimed) ? claimed : await queue.nextDue(now)();
    if (E.isLeft(next)) {
      logger.error('events not claimed', { error: next.left._tag, cause: next.left.cause });
      return afterFailureMs;
    }
    const ms = next.right === null ? longestMs : (next.right - clock()) * 1000;
    return Math.min(Math.max(ms, shortestMs), longestMs);
  };

  const loop = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      pause.arm();
      const ms = await round().catch(afterDefect);
      await pause.last(ms);
      // Who woke this up, a webhook that is answered, goes first.
      await nextTurn();
    }
  };

  const stopListening = queue.onDue(pause.end);
  const looping = loop();

  return {
    close: async (patienceMs) => {
      closing.abort();
      stopListening();
      pause.end();
      await looping;
      const ended = Promise.all(running.values());
      if (await isOver(ended, patienceMs)) return;
      for (const controller of running.keys()) controller.abort(new Error('the process ends'));
      await isOver(ended, 2 * lastWordMs);
    },
  };
};
