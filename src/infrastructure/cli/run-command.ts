import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Environment } from '../config/environment.js';
import { CommandProblem } from './failures.js';

/**
 * Runs a command until it ends, with these variables added to the environment, and returns its exit code. `stopped` passes
 * on a signal to it; `abandoned` kills it. Throws a `CommandProblem` if the command cannot be started.
 */
export const runCommand = async (
  [program = '', ...args]: ReadonlyArray<string>,
  variables: Environment,
  stopped: Promise<NodeJS.Signals>,
  abandoned: AbortSignal,
): Promise<number> => {
  const child = spawn(program, args, {
    stdio: 'inherit',
    env: { ...process.env, ...variables },
    signal: abandoned,
    killSignal: 'SIGKILL',
  });
  void stopped.then((signal) => child.kill(signal));
  try {
    await once(child, 'exit');
  } catch (error) {
    throw new CommandProblem(
      `the command ${program} cannot be started: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return child.exitCode ?? 1;
};
