import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { defectsAsData } from '../application/defects-as-data.js';
import type { Logger } from '../application/ports/logger.js';
import type { StoreUnavailable } from '../domain/payment-error.js';

/** Deletes up to `limit` old rows. Returns how many. */
export type Purge = (limit: number) => TE.TaskEither<StoreUnavailable, number>;

type Options = {
  readonly purges: ReadonlyArray<Purge>;
  readonly logger: Logger;
  /** Milliseconds between the end of a round and the start of the next one. The first round starts immediately. */
  readonly intervalMs?: number;
  /** How many rows one transaction deletes. A short transaction does not block others for long. */
  readonly batch?: number;
};

/** Deletes old rows at an interval until it is stopped. `stop` resolves when the current batch is done. */
export const startMaintenance = ({
  purges,
  logger,
  intervalMs = 600_000,
  batch = 100,
}: Options): { readonly stop: () => Promise<void> } => {
  const stopping = new AbortController();
  const { signal } = stopping;

  const purgeAll = async (purge: Purge): Promise<void> => {
    let full = true;
    while (full && !signal.aborted) {
      const outcome = await defectsAsData(() => purge(batch))();
      if (E.isLeft(outcome))
        logger.warn('could not delete old rows; it will be tried again', { ...outcome.left });
      full = E.isRight(outcome) && outcome.right === batch;
      // SQLite and the store in memory would otherwise go on without letting requests in between.
      await nextTurn();
    }
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      for (const purge of purges) await purgeAll(purge);
      await sleep(intervalMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };

  const running = run();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
};
