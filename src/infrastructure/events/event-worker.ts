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
  /** Forgets earlier wake-ups. A later wake-up ends the next wait immediately. */
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

type EventWorker = {
  /** Stops claiming events and waits for running handlers. After `patienceMs` their signal aborts. */
  readonly close: (patienceMs: number) => Promise<void>;
};

const afterFailureMs = 1000;
const shortestMs = 200;
const longestMs = 30_000;
// Reading a batch blocks everything else, so it must be small.
const mostAtOnce = 50;

/** Claims due events and handles them until it is closed, at most `concurrency` at the same time. */
export const openEventWorker = (parts: EventWorkerParts): EventWorker => {
  const { queue, clock, logger, settings } = parts;
  const { concurrency, leaseSeconds } = settings;
  const running = new Map<AbortController, Promise<unknown>>();
  const closing = new AbortController();
  const wakeSignal = createWakeSignal();

  const report = (cause: unknown): void =>
    logger.error('event worker failed; it continues', { cause });
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

  // Claims due events. Returns the milliseconds to wait before the next round, unless a wake-up comes first.
  const round = async (): Promise<number> => {
    const limit = Math.min(concurrency - running.size, mostAtOnce);
    if (limit <= 0) return longestMs;
    const now = clock();
    // A new owner for every claim: after this process lost a lease and claimed the event again, the old claim must not extend it.
    const owner = randomUUID();
    const claimed = await queue.claim({ owner, now, leaseUntil: now + leaseSeconds, limit })();
    if (E.isRight(claimed)) for (const one of claimed.right) begin(one, owner);
    if (E.isRight(claimed) && claimed.right.length > 0) return 0;
    const next = E.isLeft(claimed) ? claimed : await queue.nextDue(now)();
    if (E.isLeft(next)) {
      logger.error('could not claim events; it will be tried again', {
        error: next.left._tag,
        cause: next.left.cause,
      });
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
      // The webhook that caused the wake-up is answered first.
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
      for (const controller of running.keys())
        controller.abort(new Error('the process is stopping'));
      // The grace period of the handlers, and the same time again to store the outcomes.
      await settlesWithin(ended, 2 * gracePeriodMs);
    },
  };
};
