import { execFile, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFile,
  chown,
  cp,
  lchown,
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { copyBinaries } from './copy-binaries.js';

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
};

/**
 * Returns a free port below the range that systems assign to clients, so that a stopped server can use the same port
 * again.
 */
export const freePort = async (): Promise<number> => {
  const port = randomInt(20_000, 30_000);
  return (await isFree(port)) ? port : freePort();
};

/** A PostgreSQL server of this run. */
export type PostgresServer = {
  readonly url: string;
  /** Stops the server and cuts all connections. Committed data stays. */
  readonly stop: () => Promise<void>;
  /** Ends the server without a shutdown: what it had not written yet is lost. */
  readonly crash: () => Promise<void>;
  /** Starts it again at the same address. */
  readonly start: () => Promise<void>;
  /** Starts a standby, which follows this server and takes no writes. Stops and starts the server itself. */
  readonly startStandby: () => Promise<Pick<PostgresServer, 'url' | 'end'>>;
  /** Stops it and removes its data. */
  readonly end: () => Promise<void>;
};

const guard = fileURLToPath(new URL('./guard.js', import.meta.url));

// PostgreSQL refuses to run as root. Every system has this user.
const nobody = process.getuid?.() === 0 ? 65_534 : undefined;

const settings = (port: number, durable: boolean): ReadonlyArray<string> =>
  Object.entries({
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_buffers: '32MB',
    // In tests, the data must survive a stop of the server, not a crash of the machine.
    fsync: durable ? 'on' : 'off',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

// PostgreSQL wants to own its data.
const own = async (folder: string): Promise<void> => {
  if (nobody === undefined) return;
  const below = await readdir(folder, { recursive: true });
  for (const path of [folder, ...below.map((name) => join(folder, name))]) {
    await lchown(path, nobody, nobody);
  }
};

const initialize = async (folder: string, data: string): Promise<void> => {
  await copyBinaries(join(folder, 'native'));
  await mkdir(data, { mode: 0o700 });
  if (nobody !== undefined) for (const path of [folder, data]) await chown(path, nobody, nobody);
  await promisify(execFile)(
    join(folder, 'native', 'bin', 'initdb'),
    `-D ${data} -U postgres --auth=trust --encoding=UTF8 --locale=C --no-sync`.split(' '),
    nobody === undefined ? {} : { uid: nobody, gid: nobody },
  );
};

const launch = async (folder: string, data: string, port: number, durable: boolean) => {
  const process_ = spawn(
    process.execPath,
    [guard, folder, String(nobody ?? ''), join(folder, 'native', 'bin', 'postgres')].concat(
      ['-D', data],
      settings(port, durable),
    ),
    { stdio: ['pipe', 'ignore', 'pipe'] },
  );
  const { stdin, stderr } = process_;
  const exit = once(process_, 'exit');
  let said = '';
  stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  while (!/ready to accept (?:read-only )?connections/.test(said)) {
    const next = await Promise.race([once(stderr, 'data'), exit.then(() => undefined)]);
    if (next === undefined) throw new Error(`PostgreSQL does not start: ${said}`);
  }
  // A test that forgets to end the server can still exit.
  for (const held of [process_, stdin, stderr]) if ('unref' in held) held.unref();
  const endBy = (command: string) => async () => {
    process_.ref();
    stdin.end(command);
    await exit;
  };
  return { stop: endBy('stop'), crash: endBy('crash') };
};

// Two servers must not write into one tablespace.
const copyTablespaces = async (copy: string): Promise<void> => {
  const links = join(copy, 'data', 'pg_tblspc');
  for (const name of await readdir(links)) {
    const link = join(links, name);
    const copied = join(copy, `tablespace-${name}`);
    await cp(await readlink(link), copied, { recursive: true });
    await rm(link);
    await symlink(copied, link);
  }
};

const newFolder = () => mkdtemp(join(tmpdir(), 'pasarela-postgres-'));

const serve = async (folder: string, durable: boolean): Promise<PostgresServer> => {
  const data = join(folder, 'data');
  const port = await freePort();
  let running = await launch(folder, data, port, durable);
  const server: PostgresServer = {
    url: `postgres://postgres@127.0.0.1:${String(port)}/postgres`,
    stop: () => running.stop(),
    crash: () => running.crash(),
    start: async () => {
      running = await launch(folder, data, port, durable);
    },
    startStandby: async () => {
      await server.stop();
      const copy = await newFolder();
      await cp(data, join(copy, 'data'), { recursive: true });
      await symlink(join(folder, 'native'), join(copy, 'native'));
      await copyTablespaces(copy);
      await writeFile(join(copy, 'data', 'standby.signal'), '');
      await appendFile(
        join(copy, 'data', 'postgresql.auto.conf'),
        `primary_conninfo = 'host=127.0.0.1 port=${String(port)} user=postgres'\n`,
      );
      await own(copy);
      await server.start();
      return serve(copy, durable);
    },
    end: async () => {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return server;
};

/**
 * Starts a new PostgreSQL on a free port of 127.0.0.1. It ends with this process, even if that is killed. `durable`: whether
 * a commit waits for the disk.
 */
export const startPostgres = async ({ durable = false } = {}): Promise<PostgresServer> => {
  const folder = await newFolder();
  await initialize(folder, join(folder, 'data'));
  return serve(folder, durable);
};
