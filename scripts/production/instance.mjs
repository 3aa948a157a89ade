import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const program = join(import.meta.dirname, '../../dist/cli.js');

/** A service on a fixed port, whose log goes into a file of the folder. `launch` may name other code and more variables. */
export const createInstance = ({ name, port, folder, env }) => {
  const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' });
  let child;
  let ended;

  const launch = async ({ main = program, env: more = {} } = {}) => {
    child = spawn(process.execPath, [main, 'serve', '--port', String(port)], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...env, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { stdout, stderr } = child;
    stderr.pipe(log, { end: false });
    ended = once(child, 'exit');
    const listens = once(stdout, 'data');
    const first = await Promise.race([listens.then(() => 'listens'), ended.then(() => 'ended')]);
    if (first === 'ended') throw new Error(`${name} does not start: see ${folder}/${name}.log`);
    stdout.resume();
  };

  const statusOf = async (path) => {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        signal: AbortSignal.timeout(5000),
      });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return 0;
    }
  };

  return {
    name,
    port,
    launch,
    statusOf,
    pid: () => child.pid,
    becomesReady: async () => {
      // oxlint-disable-next-line no-await-in-loop
      while ((await statusOf('/ready')) !== 200) await pause(100);
    },
    signal: (signal) => child.kill(signal),
    stop: async (signal = 'SIGTERM') => {
      child.kill('SIGCONT');
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
    close: async () => {
      if (child !== undefined && child.exitCode === null && child.signalCode === null) {
        child.kill('SIGCONT');
        child.kill('SIGKILL');
        await ended;
      }
      log.end();
    },
  };
};
