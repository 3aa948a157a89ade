import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Tools that the machine may have besides Node, and how the day goes on without it. */
export const tools = {
  haproxy: {
    name: 'HAProxy',
    get: 'apt-get install haproxy',
    without: 'a small proxy in Node stands before the instances',
  },
  nginx: { name: 'nginx', get: 'apt-get install nginx', without: 'its rolling restart is skipped' },
  pgbouncer: {
    name: 'PgBouncer',
    get: 'apt-get install pgbouncer',
    without: 'the instances connect to PostgreSQL themselves',
  },
  libfaketime: {
    name: 'libfaketime',
    get: 'apt-get install libfaketime',
    without: 'no clock jumps',
  },
  mount: {
    name: 'the right to mount a file system',
    get: 'run it as root',
    without: 'no disk becomes full',
  },
};

const foldersOfPrograms = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];

const pathOf = (program) =>
  spawnSync('sh', ['-c', `command -v ${program}`], {
    encoding: 'utf8',
    env: { ...process.env, PATH: [process.env.PATH, ...foldersOfPrograms].join(':') },
  }).stdout.trim() || undefined;

const canMount = () => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-mount-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
  if (status === 0) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return status === 0 ? 'mount' : undefined;
};

const libraries = '/usr/lib';

const fakedTime = () =>
  existsSync(libraries)
    ? readdirSync(libraries)
        .map((name) => join(libraries, name, 'faketime/libfaketimeMT.so.1'))
        .find(existsSync)
    : undefined;

/** The paths of the tools that this machine has. */
export const findTools = () => ({
  haproxy: pathOf('haproxy'),
  nginx: pathOf('nginx'),
  pgbouncer: pathOf('pgbouncer'),
  libfaketime: fakedTime(),
  mount: canMount(),
});

/** A line about each tool that is missing. */
export const missingTools = (found) =>
  Object.entries(tools)
    .filter(([tool]) => found[tool] === undefined)
    .map(([, { name, get, without }]) => `${name} is missing (${get}): ${without}`);
