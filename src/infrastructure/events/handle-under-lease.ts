import { setTimeout as sleep } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { handleEvent } from '../../application/events/handle-event.js';
import type { ClaimedEvent, EventQueue } from '../../application/ports/event-store.js';
import type { EventWorkerParts } from './event-worker-parts.js';
import { gracePeriodMs } from './grace-period-ms.js';
import { reportHandled } from './report-handled.js';
import { withGracePeriod } from './with-grace-period.js';

const concludeAgainMs = 500;

/**
 * Handles a claimed event, and keeps its lease meanwhile. The controller tells the handlers to give up: its owner may, and so
 * does a lease that was lost, and a try that takes too long.
 */
export const handleUnderLease =
  (
    { queue, handlersOf, whyIgnored, clock, logger, settings }: EventWorkerParts,
    onDefect: (cause: unknown) => void,
  ) =>
  async (claimed: ClaimedEvent, owner: string, controller: AbortController): Promise<void> => {
    const { stored } = claimed;
    const { signal } = controller;
    const { leaseSeconds, timeoutSeconds, maxTries } = settings;

    const takenBy = new Set(claimed.takenBy);

    const extend = async (): Promise<void> => {
      const now = clock();
      const meanwhile = { now, takenBy: [...takenBy] };
      const kept = await queue.extend(stored.id, owner, now + leaseSeconds, meanwhile)();
      if (E.isRight(kept) && !kept.right) controller.abort(new Error('its lease was lost'));
    };
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

    const prolonging = setInterval(() => void extend().catch(onDefect), (leaseSeconds * 1000) / 3);
    signal.addEventListener('abort', () => clearInterval(prolonging));
    const tooLong = new Error(`not over after ${timeoutSeconds} seconds`);
    const timeout = setTimeout(() => controller.abort(tooLong), timeoutSeconds * 1000);
    try {
      reportHandled(logger, stored, await handle(claimed, owner)());
    } finally {
      clearInterval(prolonging);
      clearTimeout(timeout);
    }
  };
