import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const answers = async (port) => {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

/** Runs a program until it is closed; resolves when it takes connections at the port. */
export const runServer = async ({ name, command, args, port, folder, options = {} }) => {
  const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' });
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  for (const output of [child.stdout, child.stderr]) output.pipe(log, { end: false });
  const ended = once(child, 'exit');
  // oxlint-disable-next-line no-await-in-loop
  while (child.exitCode === null && !(await answers(port))) await pause(50);
  if (child.exitCode !== null) throw new Error(`${name} does not start: see ${folder}/${name}.log`);
  return {
    address: `http://127.0.0.1:${port}`,
    close: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await ended;
      log.end();
    },
  };
};
