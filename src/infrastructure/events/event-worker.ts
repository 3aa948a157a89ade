import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import type { ClaimedEvent } from '../../application/ports/event-store.js';
import { settlesWithin } from '../settles-within.js';
import {
  type EventWorkerParts,
  gracePeriodMs,
  handleClaimedEvent,
} from './handle-claimed-event.js';

/** A wait that a wake-up ends early. */
type WakeSignal = {
  /** Forgets earlier wake-ups: a wake-up from now on ends the next wait at once. */
  readonly reset: () => void;
  readonly wait: (ms: number) => Promise<void>;
  readonly wake: () => void;
};

const createWakeSignal = (): WakeSignal => {
  let ended = false;
  let finish: (() => void) | undefined;
  return {
    reset: () => {
      ended = false;
    },
    wait: (ms) =>
      new Promise((resolve) => {
        if (ended) {
          resolve();
          return;
        }
        const timer = setTimeout(resolve, ms);
        finish = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    wake: () => {
      ended = true;
      finish?.();
    },
  };
};

/** Events are being handled until it is closed. */
type EventWorker = {
  /** Takes no more events, and waits for the handlers that run; those that take longer than this are told to give up. */
  readonly close: (patienceMs: number) => Promise<void>;
};

const afterFailureMs = 1000;
const shortestMs = 200;
const longestMs = 30_000;
// All else waits while events are read.
const mostAtOnce = 50;

/** Handles what is due, a bounded number of events at a time, and looks again whenever something may be. */
export const openEventWorker = (parts: EventWorkerParts): EventWorker => {
  const { queue, clock, logger, settings } = parts;
  const { concurrency, leaseSeconds } = settings;
  const running = new Map<AbortController, Promise<unknown>>();
  const closing = new AbortController();
  const wakeSignal = createWakeSignal();

  const report = (cause: unknown): void => logger.error('event handling failed', { cause });
  const handle = handleClaimedEvent(parts, report);

  const begin = (claimed: ClaimedEvent, owner: string): void => {
    const controller = new AbortController();
    const ended = handle(claimed, owner, controller).catch(report);
    running.set(controller, ended);
    void ended.then(() => {
      running.delete(controller);
      wakeSignal.wake();
    });
  };

  // How many milliseconds from now to look again, unless something happens before.
  const round = async (): Promise<number> => {
    const limit = Math.min(concurrency - running.size, mostAtOnce);
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
    if (next.right === null) return longestMs;
    if (next.right <= now) return 0;
    const ms = (next.right - clock()) * 1000;
    return Math.min(Math.max(ms, shortestMs), longestMs);
  };

  const loop = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      wakeSignal.reset();
      const ms = await round().catch((cause: unknown) => {
        report(cause);
        return afterFailureMs;
      });
      await wakeSignal.wait(ms);
      // Who woke this up, a webhook that is answered, goes first.
      await nextTurn();
    }
  };

  const stopListening = queue.onDue(wakeSignal.wake);
  const looping = loop();

  return {
    close: async (patienceMs) => {
      closing.abort();
      stopListening();
      wakeSignal.wake();
      await looping;
      const ended = Promise.all(running.values());
      if (await settlesWithin(ended, patienceMs)) return;
      for (const controller of running.keys()) controller.abort(new Error('the process ends'));
      // As long again, to write down how their tries ended.
      await settlesWithin(ended, 2 * gracePeriodMs);
    },
  };
};
