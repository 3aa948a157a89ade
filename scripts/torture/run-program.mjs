import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a program to its end. Resolves with what it wrote to standard output. */
export const runProgram = async (program, args, { cwd, env }) => {
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (text) => {
      output[name] += text;
    });
  }
  const [code] = await once(child, 'close');
  if (code !== 0) {
    const end = `${output.stdout}${output.stderr}`.slice(-3000);
    throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${end}`);
  }
  return output.stdout;
};
