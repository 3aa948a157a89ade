import { once } from 'node:events';

/** Waits for SIGTERM or SIGINT. Resolves with its name. */
export const stopSignal = async (): Promise<string> =>
  Promise.race(
    ['SIGTERM', 'SIGINT'].map(async (signal) => {
      await once(process, signal);
      return signal;
    }),
  );
