import { spawnSync } from 'node:child_process';

/** A step that failed: what happened, and what to do. */
export class ReleaseProblem extends Error {}

const lastLines = (text, count = 25) => text.trim().split('\n').slice(-count).join('\n');

/** Runs a program in a folder, and returns its exit code and what it wrote. */
export const attempt = (cwd, program, args, env = process.env) => {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    env,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 64 << 20,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return error === undefined
    ? { code: status ?? 1, stdout, stderr }
    : { code: 1, stdout: '', stderr: error.message };
};

/** The same, and returns its output. A failure ends the release with this advice. */
export const run = (cwd, program, args, advice, env = process.env) => {
  const { code, stdout, stderr } = attempt(cwd, program, args, env);
  if (code === 0) return stdout;
  throw new ReleaseProblem(
    `${[program, ...args].join(' ')} failed:\n${lastLines(`${stdout}\n${stderr}`)}\n${advice}`,
  );
};
