import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
};

const say = async (port, command) => {
  const socket = connect(port, '127.0.0.1');
  socket.end(`${command}\r\n`);
  let answer = '';
  for await (const part of socket) answer += part;
  if (!answer.startsWith('+')) throw new Error(`redis: ${answer}`);
};

/** Starts the machine's redis-server. Returns `null` if there is none. */
export const startRedis = async () => {
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = spawn('redis-server', args, { stdio: 'ignore' });
  const ended = once(server, 'exit').catch(() => null);
  const started = await Promise.race([once(server, 'spawn'), once(server, 'error')]).catch(
    () => null,
  );
  if (started === null || started[0] instanceof Error) return null;
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop
      await say(port, 'PING');
      break;
    } catch (error) {
      if (error.code !== 'ECONNREFUSED') throw error;
    }
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    empty: () => say(port, 'FLUSHALL'),
    close: async () => {
      server.kill();
      await ended;
    },
  };
};
