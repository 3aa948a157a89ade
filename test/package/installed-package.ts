import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import * as t from 'io-ts';
import { runProgram } from '../support/programs/run-program.js';

const npm = async (args: ReadonlyArray<string>, cwd: string): Promise<string> => {
  const { code, stdout, stderr } = await runProgram('npm', args, { cwd });
  if (code !== 0) throw new Error(`npm ${args.join(' ')} ended with ${code}: ${stdout}${stderr}`);
  return stdout;
};

const Locked = t.intersection([
  t.type({ version: t.string }),
  t.partial({ dependencies: t.record(t.string, t.string), dev: t.boolean }),
  t.UnknownRecord,
]);
const Lock = t.type({ packages: t.record(t.string, t.union([Locked, t.UnknownRecord])) });
const Manifest = t.intersection([
  t.type({
    name: t.string,
    version: t.string,
    dependencies: t.record(t.string, t.string),
    devDependencies: t.record(t.string, t.string),
  }),
  t.UnknownRecord,
]);

const parse = <A>(codec: t.Type<A>, text: string): A => {
  const value: unknown = JSON.parse(text);
  if (!codec.is(value)) throw new Error(`Not ${codec.name}: ${text.slice(0, 200)}`);
  return value;
};

type Packages = t.TypeOf<typeof Lock>['packages'];

/** The place where a package of the lock file finds another one. */
const placeOf = (packages: Packages, name: string, from: string): string | undefined => {
  const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (place in packages || from === '') return place in packages ? place : undefined;
  return placeOf(packages, name, from.replace(/(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$/, ''));
};

/** These packages of a lock file, and all that they depend on. */
const withDependencies = (packages: Packages, names: ReadonlyArray<string>): Packages => {
  const found: Packages = {};
  const add = (name: string, from: string) => {
    const place = placeOf(packages, name, from);
    const entry = place === undefined ? undefined : packages[place];
    if (place === undefined || place in found || !Locked.is(entry)) return;
    const { dev: _, ...locked } = entry;
    found[place] = locked;
    for (const needed of Object.keys(entry.dependencies ?? {})) add(needed, place);
  };
  for (const name of names) add(name, '');
  return found;
};

// Packages that programs of users bring themselves.
const peers = ['koa', '@types/koa'];

/** The package as users get it: packed, and installed into an empty folder. */
export type InstalledPackage = {
  readonly directory: string;
  readonly files: ReadonlyArray<string>;
  readonly remove: () => Promise<void>;
};

/**
 * Installs the dependencies of our lock file, so that npm finds them in its cache and the test
 * needs no network after `npm ci`.
 */
const installInto = async (directory: string): Promise<ReadonlyArray<string>> => {
  const [manifest, lock] = await Promise.all([
    readFile('package.json', 'utf8').then((text) => parse(Manifest, text)),
    readFile('package-lock.json', 'utf8').then((text) => parse(Lock, text)),
  ]);
  await npm(['pack', '--silent', '--pack-destination', directory], '.');
  const packed = `file:${manifest.name}-${manifest.version}.tgz`;
  const dependencies = {
    [manifest.name]: packed,
    ...Object.fromEntries(peers.map((name) => [name, manifest.devDependencies[name]])),
  };
  const runtime = Object.entries(lock.packages).filter(
    ([path, entry]) => path !== '' && entry['dev'] !== true,
  );
  const consumer = { name: 'consumer', version: '1.0.0', private: true, dependencies };
  const consumerLock = {
    ...consumer,
    lockfileVersion: 3,
    packages: {
      '': consumer,
      [`node_modules/${manifest.name}`]: {
        version: manifest.version,
        resolved: packed,
        dependencies: manifest.dependencies,
        peerDependencies: manifest['peerDependencies'],
        peerDependenciesMeta: manifest['peerDependenciesMeta'],
        bin: manifest['bin'],
        engines: manifest['engines'],
      },
      ...Object.fromEntries(runtime),
      ...withDependencies(lock.packages, peers),
    },
  };
  await Promise.all([
    writeFile(join(directory, 'package.json'), JSON.stringify(consumer)),
    writeFile(join(directory, 'package-lock.json'), JSON.stringify(consumerLock)),
    cp('test/package/consumer', directory, { recursive: true }),
  ]);
  await npm(
    ['ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'],
    directory,
  );
  const root = join(directory, 'node_modules', manifest.name);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
};

/** Packs the package and installs it into an empty folder. */
const installPackage = async (): Promise<InstalledPackage> => {
  const directory = await mkdtemp(join(tmpdir(), 'pasarela-package-'));
  const remove = () => rm(directory, { recursive: true });
  try {
    return { directory, files: await installInto(directory), remove };
  } catch (error) {
    await remove();
    throw error;
  }
};

let installed: Promise<InstalledPackage> | undefined;

/** The installed package that all suites of a run share. It is installed on first use. */
export const packageOfRun = (): Promise<InstalledPackage> => {
  installed ??= installPackage();
  return installed;
};

after(async () => {
  await (await installed)?.remove();
});
