import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import * as t from 'io-ts';
import { runProgram } from '../support/programs/run-program.js';
import { type InstalledPackage, packageOfRun } from './installed-package.js';

// The service under test does not see the settings of this machine.
const { PATH, HOME, SystemRoot } = process.env;
const environment = { PATH, HOME, SystemRoot };

const Versioned = t.type({ version: t.string });

const Names = t.array(t.string);
const Versions = t.record(t.string, t.string);
const Dependent = t.type({ dependencies: Versions, devDependencies: Versions });
const BillOfMaterials = t.type({
  bomFormat: t.string,
  metadata: t.type({ component: t.type({ name: t.string }) }),
  components: t.array(t.type({ name: t.string, scope: t.string })),
});
const EntryPoints = t.type({
  main: t.string,
  types: t.string,
  exports: t.UnknownRecord,
  typesVersions: t.type({ '*': t.UnknownRecord }),
});

const readJson = <A>(codec: t.Type<A>, text: string): A => {
  const value: unknown = JSON.parse(text);
  if (!codec.is(value)) throw new Error(`Not ${codec.name}: ${text.slice(0, 200)}`);
  return value;
};

const library = ['fp-ts', 'io-ts'];
const http = ['@koa/router', 'koa'];

// The entry points, with those of our dependencies that an import may load. What is used later is loaded later.
const mayLoad: Readonly<Record<string, ReadonlyArray<string>>> = {
  pasarela: [...library, 'sorted-btree'],
  'pasarela/koa': [...library, ...http],
  'pasarela/node': library,
  'pasarela/fetch': library,
  'pasarela/client': [],
  'pasarela/memory': [...library, 'sorted-btree'],
  'pasarela/stripe': [...library, 'undici'],
  'pasarela/sqlite': library,
  'pasarela/postgres': library,
  'pasarela/contract': library,
  'pasarela/fake-server': [...library, 'qs', 'sorted-btree'],
  'pasarela/torture': [...library, 'qs', 'sorted-btree'],
};

// `pasarela serve` with everything in memory.
const mayServe = [
  ...library,
  ...http,
  '@opentelemetry/api',
  'commander',
  'pino',
  'prom-client',
  'reflect-metadata',
  'sorted-btree',
];

// So `require` finds what it finds in Jest, and on old Nodes.
const requiresNoEsModules = '--no-experimental-require-module';

const prints = (text: string) => ({ code: 0, stdout: `${text}\n`, stderr: '' });

describe('the package, packed and installed', () => {
  let installed: InstalledPackage;

  before(async () => {
    installed = await packageOfRun();
  });

  const node = (...args: ReadonlyArray<string>) =>
    runProgram(process.execPath, args, { cwd: installed.directory, env: environment });

  // Of the packages that were loaded, also inside our files, those that we chose, and not what they need.
  const ours = async (list = ''): Promise<ReadonlyArray<string>> => {
    const manifest = readJson(Dependent, await readFile('package.json', 'utf8'));
    const chosen = { ...manifest.dependencies, ...manifest.devDependencies };
    return readJson(Names, list).filter((name) => name in chosen);
  };

  const listLoaded = async (script: string) => {
    const flags = ['--no-warnings', requiresNoEsModules, '--import', './print-loaded.mjs'];
    const { stdout } = await node(...flags, '-e', script);
    const lines = stdout.trim().split('\n');
    return { lines, loaded: await ours(lines.at(-1)) };
  };

  const pasarela = (...args: ReadonlyArray<string>) =>
    runProgram('npx', ['pasarela', ...args], { cwd: installed.directory, env: environment });

  it('holds the build, the licence and the documents, and no sources or tests', () => {
    expect(installed.files).to.include.members([
      'LICENSE',
      'README.md',
      'dist/index.js',
      'dist/index.d.ts',
      'dist/bundles/console.css',
      'dist/bundles/console.js',
      'dist/bundles/checkout.js',
      'dist/bundles/frame.js',
      'dist/bundles/page.js',
      'dist/bundles/shop.json',
      'dist/redirect-preload.js',
      'examples/express/payments.js',
      'dist/sbom.cdx.json',
      'dist/swagger-ui/swagger-ui-bundle.js.br',
      'dist/third-party-licences.txt',
      'package.json',
      'SECURITY.md',
    ]);
    const others = installed.files.filter(
      (file) =>
        !/^(?:dist\/.+\.(?:js|d\.ts)|dist\/cjs\/package\.json|dist\/bundles\/(?:console\.css|shop\.json)|dist\/third-party-licences\.txt|dist\/sbom\.cdx\.json|dist\/swagger-ui\/[\w.-]+|SECURITY\.md|CONTRIBUTING\.md|docs\/.+\.(?:md|json|yaml|png|svg)|examples\/.+(?:\.(?:cfg|conf|js|mjs|ts|json|md|py|env|yaml)|\/Dockerfile|\/\.dockerignore)|\.env\.example|LICENSE|README\.md|CHANGELOG\.md|package\.json)$/.test(
          file,
        ),
    );
    expect(others).to.deep.equal([]);
  });

  it('is small', async () => {
    const root = join(installed.directory, 'node_modules', 'pasarela');
    const sizes = await Promise.all(
      installed.files.map(async (file) => (await stat(join(root, file))).size),
    );
    const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1e6;
    expect(megabytes).to.be.within(1, 13);
  });

  it('lists what it depends on in its bill of materials, without the time and place of the build', async () => {
    const path = join(installed.directory, 'node_modules', 'pasarela', 'dist', 'sbom.cdx.json');
    const text = await readFile(path, 'utf8');
    const bom = readJson(BillOfMaterials, text);
    const { dependencies } = readJson(Dependent, await readFile('package.json', 'utf8'));
    expect(bom).to.include({ bomFormat: 'CycloneDX' });
    expect(bom.metadata.component.name).to.equal('pasarela');
    expect(bom.components.map(({ name }) => name)).to.include.members([
      ...Object.keys(dependencies),
      'koa',
      'pino',
    ]);
    expect(bom.components.map(({ name }) => name)).not.to.include('mocha');
    const isBinary = (name: string): boolean => name.startsWith('@libsql/');
    for (const { name, scope } of bom.components) {
      expect([name, scope]).to.deep.equal([name, isBinary(name) ? 'optional' : 'required']);
    }
    expect(bom.components.filter(({ name }) => isBinary(name))).to.have.length.above(5);
    expect(text).not.to.match(
      /timestamp|serialNumber|https?:\/\/(?!cyclonedx\.org|github\.com\/pasarela-payments)/,
    );
  });

  for (const [entryPoint, packages] of Object.entries(mayLoad)) {
    it(`imports and requires ${entryPoint}, which loads only ${packages.join(', ') || 'itself'}`, async () => {
      const { lines, loaded } = await listLoaded(`
        const names = (m) => Object.keys(m).filter((n) => n !== '__esModule').join();
        const globals = () => Reflect.ownKeys(globalThis).map(String).join();
        const load = async () => {
          await import('node:http');
          const before = globals();
          const m = await import('${entryPoint}');
          console.log(names(m) + '|' + names(require('${entryPoint}')) + '|' + (globals() === before));
        };
        load();`);
      const [imported, required, sameGlobals] = lines[0]?.split('|') ?? [];
      expect(sameGlobals).to.equal('true');
      expect(imported).not.to.equal('');
      expect(required).to.equal(imported);
      if (packages.length > 0) expect(loaded).to.include('fp-ts');
      expect(packages).to.include.members(loaded);
    });
  }

  it('has an ES module and a CommonJS module for each entry point, with types for every way to find them', async () => {
    const manifest = readJson(EntryPoints, await readFile('package.json', 'utf8'));
    const names = Object.keys(mayLoad).map((name) => name.replace(/^pasarela\/?/, ''));
    const forms = (name: string) => ({
      import: { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` },
      require: { types: `./dist/cjs/${name}.d.ts`, default: `./dist/cjs/${name}.js` },
    });
    const { '.': main, ...others } = Object.fromEntries(
      names.map((name) => [name === '' ? '.' : `./${name}`, forms(name || 'index')]),
    );
    expect(manifest.exports).to.deep.equal({
      '.': main,
      ...others,
      './package.json': './package.json',
    });
    expect(manifest).to.include({ main: main?.require.default, types: main?.require.types });
    // TypeScript's `node10` knows no `exports`.
    expect(manifest.typesVersions['*']).to.deep.equal(
      Object.fromEntries(names.filter(Boolean).map((name) => [name, [forms(name).require.types]])),
    );
    const files = Object.values({ main, ...others }).flatMap((form) =>
      form === undefined ? [] : [form.import, form.require].flatMap(Object.values<string>),
    );
    expect(installed.files).to.include.members(files.map((file) => file.replace('./', '')));
  });

  it('has the client in one file of at most 10 kB with gzip, which imports nothing', async () => {
    const path = join(installed.directory, 'node_modules', 'pasarela', 'dist', 'client.js');
    const code = await readFile(path, 'utf8');
    expect(gzipSync(code).byteLength).to.be.within(1000, 10_000);
    expect(code).not.to.match(/^import\b|\bfrom ['"]|\bimport\(|\brequire\(/m);
  });

  it('would notice a package that is loaded without need', async () => {
    const { loaded } = await listLoaded(
      `for (const name of ['pasarela/memory', 'undici', 'libsql']) import(name);`,
    );
    expect(loaded).to.include.members(['fp-ts', 'libsql', 'undici']);
  });

  it('takes a payment in a script of ten lines', async () => {
    expect(await node('embed.mjs')).to.deep.equal(prints('succeeded 1999'));
  });

  it('works in a program that imports one entry point and requires another', async () => {
    expect(await node(requiresNoEsModules, 'both-formats.cjs')).to.deep.equal(
      prints('true true true true false 201 1999'),
    );
  });

  it('stores events and keys in a file, and reads them back', async () => {
    expect(await node('keep.mjs')).to.deep.equal(prints('order-42 done once, evt_1 kept'));
  });

  it('mounts into a Koa application at a prefix', async () => {
    expect(await node('mount.mjs')).to.deep.equal(prints('201 Cliente creado correctamente'));
  });

  it('serves the reference from a handler that was required', async () => {
    expect(await node('reference.cjs')).to.deep.equal(prints('200 200'));
  });

  it('runs a local server that Stripe clients can use', async () => {
    expect(await node('local.mjs')).to.deep.equal(prints('succeeded 1999'));
  });

  it('compiles in TypeScript projects of both formats, with skipLibCheck off', async () => {
    const tsc = resolve('node_modules/typescript/bin/tsc');
    expect(await node(tsc, '-p', '.', '--singleThreaded')).to.deep.equal({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });

  it('prints its version', async () => {
    const { code, stdout } = await pasarela('--version');
    const { version } = readJson(Versioned, await readFile('package.json', 'utf8'));
    expect({ code, stdout }).to.deep.equal({ code: 0, stdout: `${version}\n` });
  });

  it('prints its help', async () => {
    const { code, stdout } = await pasarela('--help');
    expect(code).to.equal(0);
    expect(stdout).to.include('serve');
  });

  it('serves until SIGTERM with no more than its configuration uses, and exits with 0', async function () {
    if (process.platform === 'win32') return;
    const child = spawn(join('node_modules', '.bin', 'pasarela'), ['serve'], {
      cwd: installed.directory,
      env: {
        ...environment,
        PORT: '0',
        LOG_LEVEL: 'error',
        NODE_OPTIONS: '--import ./print-loaded.mjs',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'close');
    try {
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      const { value: line } = await lines.next();
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(String(line)) ?? [];
      expect(address, String(line)).to.be.a('string');
      const health = await fetch(`${String(address)}/health`);
      expect(health.status).to.equal(200);
      child.kill('SIGTERM');
      const { value: loaded } = await lines.next();
      expect((await ended)[0]).to.equal(0);
      const names = await ours(String(loaded));
      expect(names).to.include.members(['fp-ts', 'commander', 'koa']);
      expect(mayServe).to.include.members(names);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('names the package to add where a store needs one', async () => {
    const main = join('node_modules', 'pasarela', 'dist', 'cli.js');
    const { code, stderr } = await runProgram(process.execPath, [main, 'serve'], {
      cwd: installed.directory,
      env: { ...environment, DATABASE_URL: 'postgres://127.0.0.1:1/shop' },
    });
    expect(code).to.equal(1);
    expect(stderr).to.match(/^[^\n]*PostgreSQL needs the package pg: run npm install pg\n$/);
  });

  it('prints one line with the reason that it does not start, and exits with 1', async () => {
    const main = join('node_modules', 'pasarela', 'dist', 'cli.js');
    const { code, stderr } = await runProgram(process.execPath, [main, 'serve'], {
      cwd: installed.directory,
      env: { ...environment, PORT: 'many' },
    });
    expect(code).to.equal(1);
    expect(stderr).to.match(/^[^\n]*PORT[^\n]*\n$/);
  });
});
