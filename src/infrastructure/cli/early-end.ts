import type { CommandIo } from './command-io.js';

/**
 * Does work whose exit code 0 says that all is well. If the process ends before the work does, it says so, and exits with 2.
 * `before`: a clause about the end of the work.
 */
export const unlessEndedEarly = async (
  { stderr }: CommandIo,
  before: string,
  work: () => Promise<number>,
): Promise<number> => {
  const onExit = (code: number): void => {
    if (code !== 0) return;
    stderr.write(
      `pasarela: the process ended before ${before}. A module that it loaded called process.exit(), or awaits a promise that never resolves\n`,
    );
    process.exitCode = 2;
  };
  process.on('exit', onExit);
  try {
    return await work();
  } finally {
    process.off('exit', onExit);
  }
};
