import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { capturedLog } from '../service/captured-log.js';
import { commandLineOfRun } from './command-line-of-run.js';

export type ProgramEnd = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
};

export type RunningProgram = {
  /** Resolves with the output so far, once it matches the pattern. */
  readonly printed: (where: 'stdout' | 'stderr', pattern: RegExp) => Promise<string>;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly end: Promise<ProgramEnd>;
};

const modules = fileURLToPath(new URL('../../../src/infrastructure/cli/main.js', import.meta.url));

/**
 * Starts the command line as a child process. Output that must not contain secrets is added to the captured log of the
 * run. `through`: a command that runs the command line as its arguments.
 */
export const startProgram = (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>>,
  cwd: string,
  logged: ReadonlyArray<'stdout' | 'stderr'> = ['stdout', 'stderr'],
  through: ReadonlyArray<string> = [],
): RunningProgram => {
  // Loaders that NODE_OPTIONS names replace modules, which a bundle does not have.
  const main = 'NODE_OPTIONS' in env ? modules : commandLineOfRun();
  // Most programs end before optimized code pays: without the optimizing compiler a start takes a quarter less CPU time.
  const [program, ...rest] = [...through, process.execPath, '--no-opt', main, ...args];
  const child = spawn(program ?? '', rest, {
    cwd,
    // The program does not inherit the environment of the tests.
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
      if (logged.includes(name)) capturedLog.write(text);
    });
  }
  const end = once(child, 'close').then(
    (): ProgramEnd => ({ code: child.exitCode, signal: child.signalCode, ...output }),
  );
  return {
    printed: async (where, pattern) => {
      while (!pattern.test(output[where])) {
        const ended = await Promise.race([
          once(child[where], 'data').then(() => false),
          end.then(() => true),
        ]);
        if (ended && !pattern.test(output[where])) {
          throw new Error(`ended without ${String(pattern)}: ${JSON.stringify(output)}`);
        }
      }
      return output[where];
    },
    kill: (signal) => {
      child.kill(signal);
    },
    end,
  };
};
