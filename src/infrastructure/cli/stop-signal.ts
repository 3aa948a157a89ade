import { constants } from 'node:os';

// In milliseconds.
const parentCheck = 250;

/**
 * Calls `left` when npx has ended. npx passes a signal only to the shell between itself and this process, which ends by it
 * and leaves this process behind: https://github.com/npm/cli/issues/6684
 */
const whenNpxEnds = (left: () => void): void => {
  if (process.env['npm_lifecycle_event'] !== 'npx') return;
  const { ppid } = process;
  const timer = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(timer);
    left();
  }, parentCheck).unref();
};

/**
 * Waits for SIGTERM or SIGINT. Resolves with the name of the first; `onFurther` gets those after it. The end of npx, if that
 * started this process, counts as SIGTERM.
 */
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
    whenNpxEnds(() => {
      stopping = true;
      resolve('SIGTERM');
    });
  });

/** The exit code of a process that a signal ends, as shells have it. */
export const exitCodeOf = (signal: NodeJS.Signals): number => 128 + constants.signals[signal];
