import { setTimeout as sleep } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { defectsAsData } from '../application/defects-as-data.js';
import type { Logger } from '../application/ports/logger.js';
import type { StoreUnavailable } from '../domain/payment-error.js';

/** Drops up to `limit` rows that nobody needs any more; answers how many. */
export type Purge = (limit: number) => TE.TaskEither<StoreUnavailable, number>;

type Options = {
  readonly purges: ReadonlyArray<Purge>;
  readonly logger: Logger;
  /** Between the end of one round and the beginning of the next; the first begins at once. */
  readonly intervalMs?: number;
  /** How many rows go at once: a transaction that is short holds nobody up. */
  readonly batch?: number;
};

/** Keeps the stores small, until it is stopped: `stop` ends when the batch in progress has. */
export const startMaintenance = ({
  purges,
  logger,
  intervalMs = 600_000,
  batch = 500,
}: Options): { readonly stop: () => Promise<void> } => {
  const stopping = new AbortController();
  const { signal } = stopping;

  const purgeAll = async (purge: Purge): Promise<void> => {
    let full = true;
    while (full && !signal.aborted) {
      const outcome = await defectsAsData(() => purge(batch))();
      if (E.isLeft(outcome)) logger.warn('old rows not dropped', { ...outcome.left });
      full = E.isRight(outcome) && outcome.right === batch;
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
