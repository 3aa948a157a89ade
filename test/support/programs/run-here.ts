import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '../../../src/infrastructure/cli/command-line.js';
import { capturedLog } from '../service/captured-log.js';
import type { ProgramEnd } from './start-program.js';

// Nobody's .env is read.
const noFolder = join(tmpdir(), `pasarela-no-folder-${process.pid}`);

/**
 * Runs a command of the command line in the process of the tests, which is much faster than to start a program. For
 * commands that run to their end; paths must be absolute.
 */
export const runHere = async (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
): Promise<Omit<ProgramEnd, 'signal'>> => {
  const output = { stdout: '', stderr: '' };
  const to = (name: keyof typeof output) => ({
    write: (text: string) => {
      output[name] += text;
      capturedLog.write(text);
    },
  });
  const code = await runCommandLine(args, {
    env: { ...env },
    cwd: () => noFolder,
    stdout: to('stdout'),
    stderr: to('stderr'),
  });
  return { code, ...output };
};
