import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import * as t from 'io-ts';

const Versions = t.record(t.string, t.string);
const Manifest = t.type({
  dependencies: Versions,
  peerDependencies: Versions,
  devDependencies: Versions,
  scripts: Versions,
});
const ExampleManifest = t.partial({ dependencies: Versions, devDependencies: Versions });
const Lock = t.type({
  packages: t.record(t.string, t.partial({ dev: t.boolean, peerDependencies: Versions })),
});

const readJson = async <A>(codec: t.Type<A>, file: string): Promise<A> => {
  const value: unknown = JSON.parse(await readFile(file, 'utf8'));
  if (!codec.is(value)) throw new Error(`${file} is not a ${codec.name}`);
  return value;
};

/** The packages whose code is inside the published files. */
const readBundled = async (): Promise<ReadonlySet<string>> => {
  const folders = await readJson(t.array(t.string), 'scripts/bundled-packages.json');
  return new Set(folders.map((folder) => folder.replace('node_modules/', '')));
};

const readAll = async (folder: string): Promise<string> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.(ts|m?js)$/.test(entry.name));
  const texts = await Promise.all(
    files.map((file) => readFile(join(file.parentPath, file.name), 'utf8')),
  );
  return texts.join('\n');
};

const imported = (source: string): ReadonlySet<string> =>
  new Set(
    [
      ...source.matchAll(
        /(?:\bfrom|\bimport|\bresolve)\s*\(?\s*'((?:@[^/']+\/)?[a-z][^/':]*)(?:\/[^']*)?'/g,
      ),
    ].map(([, name = '']) => name),
  );

const listed = (section: string) =>
  [...section.matchAll(/^\| ([@a-z][^ ]*) \| \S.*\|$/gm)].map(([, name]) => name);

const typed = (name: string) => name.replace('@types/', '');

describe('dependencies', () => {
  let manifest: t.TypeOf<typeof Manifest>;

  before(async () => {
    manifest = await readJson(Manifest, 'package.json');
  });

  it('have exact versions', () => {
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(
      versions.filter(([, version]) => !/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    ).to.deep.equal([]);
  });

  it('come from a lock file without registry URLs', async () => {
    expect(await readFile('package-lock.json', 'utf8')).not.to.match(
      /"resolved"|https?:\/\/[^"]*\.tgz/,
    );
  });

  it('are few for users: these, and the binary of their platform', async () => {
    const { packages } = await readJson(Lock, 'package-lock.json');
    const installed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
    const names = installed.map(([path]) => path.replace('node_modules/', ''));
    expect(names.filter((name) => !name.startsWith('@libsql/'))).to.deep.equal([
      '@neon-rs/load',
      'detect-libc',
      'fp-ts',
      'io-ts',
      'libsql',
      'undici',
    ]);
  });

  it('are all listed in docs/internals/dependencies.md', async () => {
    const page = await readFile('docs/internals/dependencies.md', 'utf8');
    const [, runtime = '', optional = '', inside = '', development = ''] = page.split(/^## .*$/m);
    expect(listed(runtime)).to.deep.equal(Object.keys(manifest.dependencies).toSorted());
    expect(listed(optional)).to.deep.equal(Object.keys(manifest.peerDependencies).toSorted());
    const bundled = await readBundled();
    const own = Object.keys(manifest.devDependencies).filter((name) => bundled.has(name));
    expect(listed(inside)).to.deep.equal(own.toSorted());
    expect([...new Set([...listed(optional), ...own, ...listed(development)])]).to.have.members(
      Object.keys(manifest.devDependencies),
    );
  });

  it('are declared if a source file imports more of them than types', async () => {
    const sources = await readAll('src');
    const names = [...imported(sources.replaceAll(/^import type [^;]* from 'stripe';$/gm, ''))];
    const declared = { ...manifest.dependencies, ...manifest.peerDependencies };
    const bundled = await readBundled();
    expect(names.filter((name) => !(name in declared || bundled.has(name)))).to.deep.equal([]);
  });

  it('are all used at run time', async () => {
    const used = imported(await readAll('src'));
    const { packages } = await readJson(Lock, 'package-lock.json');
    const peers = Object.values(packages)
      .filter(({ dev = false }) => !dev)
      .flatMap(({ peerDependencies = {} }) => Object.keys(peerDependencies));
    const wanted = new Set([...used, ...peers]);
    const unused = Object.keys(manifest.dependencies).filter((name) => !wanted.has(typed(name)));
    expect(unused).to.deep.equal([]);
  });

  it('are all used in development', async () => {
    const folders = ['src', 'test', 'bench', 'examples', 'scripts'];
    const texts = await Promise.all(folders.map(readAll));
    const scripts = texts.at(-1);
    const used = imported(texts.join('\n'));
    const { packages } = await readJson(Lock, 'package-lock.json');
    const peers = new Set(
      Object.keys(manifest.devDependencies).flatMap((name) =>
        Object.keys(packages[`node_modules/${name}`]?.peerDependencies ?? {}),
      ),
    );
    const commands = Object.values(manifest.scripts).join(' ').split(' ');
    const programs = new Map([
      ['typescript', 'tsc'],
      ['@biomejs/biome', 'biome'],
      ['oxlint-tsgolint', '--type-aware'],
      ['@types/node', 'node'],
    ]);
    const bundled = await readBundled();
    const unused = Object.keys(manifest.devDependencies).filter(
      (name) =>
        !used.has(typed(name)) &&
        !peers.has(name) &&
        !bundled.has(name) &&
        !commands.includes(programs.get(name) ?? typed(name)) &&
        !scripts?.includes(`node_modules/${name}/`),
    );
    expect(unused).to.deep.equal([]);
  });

  it('have the same versions in the examples', async () => {
    const ours = { ...manifest.dependencies, ...manifest.devDependencies };
    const folders = await readdir('examples', { withFileTypes: true });
    const examples = folders
      .filter((entry) => entry.isDirectory() && existsSync(`examples/${entry.name}/package.json`))
      .map(({ name }) => name);
    expect(examples).to.include.members(['express', 'shop']);
    const manifests = await Promise.all(
      examples.map((name) => readJson(ExampleManifest, `examples/${name}/package.json`)),
    );
    // Next builds with the compiler's JavaScript interface, which TypeScript 7 does not have.
    const others = manifests
      .flatMap(({ dependencies = {}, devDependencies = {} }) =>
        Object.entries({ ...dependencies, ...devDependencies }),
      )
      .filter(([name, version]) => (ours[name] ?? version) !== version)
      .map((dependency) => dependency.join(' '));
    expect(others).to.deep.equal(['typescript 5.9.3']);
  });
});
