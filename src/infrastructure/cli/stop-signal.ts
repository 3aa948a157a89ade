import { constants } from 'node:os';

/** Waits for SIGTERM or SIGINT. Resolves with the name of the first; `onFurther` gets those after it. */
export const stopSignal = (onFurther: (signal: NodeJS.Signals) => void): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    let stopping = false;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (stopping) onFurther(signal);
        stopping = true;
        resolve(signal);
      });
    }
  });

/** The exit code of a process that a signal ends, as shells have it. */
export const exitCodeOf = (signal: NodeJS.Signals): number => 128 + constants.signals[signal];
