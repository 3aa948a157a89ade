import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';

/**
 * Runs PostgreSQL while its standard input is open. If the input ends without a command, the process that started it has
 * died: then this also removes the folder.
 */
const [folder = '', uid, program = '', ...args] = process.argv.slice(2);
const server = spawn(program, args, {
  stdio: ['ignore', 'ignore', 'inherit'],
  ...(uid === '' ? {} : { uid: Number(uid), gid: Number(uid) }),
});
const words = process.stdin.on('data', () => server.kill('SIGINT'));
words.on('end', () => {
  if (words.bytesRead === 0) server.kill('SIGQUIT');
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

await once(server, 'exit');
words.destroy();
if (words.bytesRead === 0) rmSync(folder, { recursive: true, force: true });
