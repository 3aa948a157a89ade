import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ClaimedEvent, EventQueue } from '../../application/ports/event-store.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
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

type Conclude = EventQueue['conclude'];

/** An attempt that has ended, whose outcome the next step of the worker stores. */
type Ended = {
  readonly attempt: Parameters<Conclude>;
  readonly settle: (concluded: ReturnType<ReturnType<Conclude>>) => void;
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

/**
 * Claims due events and handles them until it is closed, at most `concurrency` at the same time. Each claim also stores how the
 * attempts have ended that ended since the last one.
 */
export const openEventWorker = (parts: EventWorkerParts): EventWorker => {
  const { queue, clock, logger, settings } = parts;
  const { concludeAndClaim } = queue;
  const { concurrency, leaseSeconds } = settings;
  const running = new Map<AbortController, Promise<unknown>>();
  const closing = new AbortController();
  const wakeSignal = createWakeSignal();

  const report = (cause: unknown): void =>
    logger.error('event worker failed; it continues', { cause });

  const ended: Array<Ended> = [];
  const concludeWithClaim: Conclude =
    (...attempt) =>
    () =>
      closing.signal.aborted
        ? queue.conclude(...attempt)()
        : new Promise((settle) => {
            ended.push({ attempt, settle });
            wakeSignal.wake();
          });
  const concludeFirst = concludeAndClaim === undefined ? queue.conclude : concludeWithClaim;
  const handle = handleClaimedEvent(parts, concludeFirst, report);

  /** Stores the outcomes of attempts and claims events. */
  const step = async (
    attempts: ReadonlyArray<Ended>,
    by: Parameters<EventQueue['claim']>[0],
  ): Promise<E.Either<StoreUnavailable, ReadonlyArray<ClaimedEvent>>> => {
    if (concludeAndClaim === undefined || attempts.length === 0) return queue.claim(by)();
    const stepping = concludeAndClaim(
      attempts.map(({ attempt }) => attempt),
      by,
    )();
    for (const [place, { settle }] of attempts.entries()) {
      settle(stepping.then(E.map(({ concluded }) => concluded[place] === true)));
    }
    return E.flatten(
      pipe(
        await stepping,
        E.map(({ claimed }) => claimed),
      ),
    );
  };

  const begin = (claimed: ClaimedEvent, owner: string): void => {
    const controller = new AbortController();
    const handled = handle(claimed, owner, controller).catch(report);
    running.set(controller, handled);
    void handled.then(() => {
      running.delete(controller);
      wakeSignal.wake();
    });
  };

  // Claims due events. Returns the milliseconds to wait before the next round, unless a wake-up comes first.
  const round = async (): Promise<number> => {
    const attempts = ended.splice(0, mostAtOnce);
    const limit = Math.min(concurrency - running.size + attempts.length, mostAtOnce);
    if (limit <= 0) return longestMs;
    const now = clock();
    // A new owner for every claim: after this process lost a lease and claimed the event again, the old claim must not extend it.
    const owner = randomUUID();
    const claimed = await step(attempts, { owner, now, leaseUntil: now + leaseSeconds, limit });
    if (E.isRight(claimed)) for (const one of claimed.right) begin(one, owner);
    if (ended.length > 0 || (E.isRight(claimed) && claimed.right.length > 0)) return 0;
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
      if (ms > 0) await wakeSignal.wait(ms);
      // The webhook that caused the wake-up is answered first.
      await nextTurn();
    }
    for (const { attempt, settle } of ended.splice(0)) settle(queue.conclude(...attempt)());
  };

  const stopListening = queue.onDue(wakeSignal.wake);
  const looping = loop();

  return {
    close: async (patienceMs) => {
      closing.abort();
      stopListening();
      wakeSignal.wake();
      await looping;
      const handled = Promise.all(running.values());
      if (await settlesWithin(handled, patienceMs)) return;
      for (const controller of running.keys())
        controller.abort(new Error('the process is stopping'));
      // The grace period of the handlers, and the same time again to store the outcomes.
      await settlesWithin(handled, 2 * gracePeriodMs);
    },
  };
};
