import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runServer } from './run-server.mjs';

// PgBouncer refuses to run as root. Every system has this user.
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

const configOf = (port, server, mode) => `[databases]
* = host=${server.hostname} port=${server.port} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
max_client_conn = 200
default_pool_size = 20
server_login_retry = 1
`;

/** PgBouncer by transaction before the server of the URL. It stays at its port when it is started again. */
export const createPooler = async ({ command, port, url, folder, mode = 'transaction' }) => {
  const own = join(folder, 'pgbouncer');
  await mkdir(own, { mode: 0o755 });
  const file = join(own, 'pgbouncer.ini');
  await writeFile(file, configOf(port, new URL(url), mode));
  if (nobody.uid !== undefined) await chown(own, nobody.uid, nobody.gid);
  let running;
  const start = async () => {
    running = await runServer({
      name: 'pgbouncer',
      command,
      args: [file],
      port,
      folder,
      options: { cwd: own, ...nobody },
    });
  };
  await start();
  const pooled = new URL(url);
  pooled.host = `127.0.0.1:${port}`;
  return {
    url: pooled.href,
    stop: () => running.close('SIGTERM'),
    start,
    close: () => running.close('SIGQUIT'),
  };
};
