import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';

/**
 * Runs PostgreSQL while its standard input is open. The command `stop` ends it in order, `crash` at once, as a crash would. If
 * the input ends without a command, the process that started it has died: then this also removes the folder.
 */
const [folder = '', uid, program = '', ...args] = process.argv.slice(2);
const server = spawn(program, args, {
  stdio: ['ignore', 'ignore', 'inherit'],
  ...(uid === '' ? {} : { uid: Number(uid), gid: Number(uid) }),
});
const words = process.stdin
  .setEncoding('utf8')
  .on('data', (command) => server.kill(String(command) === 'crash' ? 'SIGQUIT' : 'SIGINT'));
words.on('end', () => {
  if (words.bytesRead === 0) server.kill('SIGQUIT');
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

await once(server, 'exit');
words.destroy();
if (words.bytesRead === 0) rmSync(folder, { recursive: true, force: true });
