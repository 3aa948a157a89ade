import { once } from 'node:events';

/** Waits for SIGTERM or SIGINT. Resolves with its name. */
export const stopSignal = async (): Promise<NodeJS.Signals> =>
  Promise.race(
    (['SIGTERM', 'SIGINT'] as const).map(async (signal) => {
      await once(process, signal);
      return signal;
    }),
  );
