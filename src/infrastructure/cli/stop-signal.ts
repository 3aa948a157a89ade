import { once } from 'node:events';

/** The name of the signal that ends the program, once it comes. */
export const stopSignal = async (): Promise<string> =>
  Promise.race(
    ['SIGTERM', 'SIGINT'].map(async (signal) => {
      await once(process, signal);
      return signal;
    }),
  );
