const endedBy = async (signal: AbortSignal): Promise<void> => signal.throwIfAborted();

/**
 * Does some work, unless the signal was given before. Rejects with the signal's reason when the work is not over `graceMs`
 * after it: what does not heed the signal goes on, and nobody waits for it.
 */
export const withGracePeriod = (
  signal: AbortSignal,
  graceMs: number,
  work: () => Promise<void>,
): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => {
      // A rejection that nobody takes, because the work is over, would end the process.
      setTimeout(() => void endedBy(signal).catch(reject), graceMs).unref();
    });
    work().then(resolve, reject);
  });
