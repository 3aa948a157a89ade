import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'chai';
import * as t from 'io-ts';
import { runProgram } from '../support/programs/run-program.js';
import { type InstalledPackage, installPackage } from './installed-package.js';

// The service under test does not see the settings of this machine.
const { PATH, HOME, SystemRoot } = process.env;
const environment = { PATH, HOME, SystemRoot };

const Versioned = t.type({ version: t.string });

const readVersion = async (): Promise<string> => {
  const manifest: unknown = JSON.parse(await readFile('package.json', 'utf8'));
  if (!Versioned.is(manifest)) throw new Error('package.json has no version');
  return manifest.version;
};

const prints = (text: string) => ({ code: 0, stdout: `${text}\n`, stderr: '' });

describe('the package, packed and installed', function () {
  this.timeout(60_000);

  let installed: InstalledPackage;

  before(async function () {
    this.timeout(240_000);
    installed = await installPackage();
  });

  after(() => installed.remove());

  const node = (...args: ReadonlyArray<string>) =>
    runProgram(process.execPath, args, { cwd: installed.directory, env: environment });

  const pasarela = (...args: ReadonlyArray<string>) =>
    runProgram('npx', ['pasarela', ...args], { cwd: installed.directory, env: environment });

  it('holds the build, the licence and the documents, and no sources or tests', () => {
    expect(installed.files).to.include.members([
      'LICENSE',
      'README.md',
      'dist/index.js',
      'dist/index.d.ts',
      'dist/fake-server/stripe-js/bundles/frame.js',
      'dist/fake-server/stripe-js/bundles/page.js',
      'package.json',
    ]);
    const others = installed.files.filter(
      (file) =>
        !/^(?:dist\/.+\.(?:js|js\.map|d\.ts)|dist\/.+\/examples\.json|docs\/.+\.(?:md|json)|\.env\.example|LICENSE|README\.md|CHANGELOG\.md|package\.json)$/.test(
          file,
        ),
    );
    expect(others).to.deep.equal([]);
  });

  for (const entryPoint of [
    'pasarela',
    'pasarela/koa',
    'pasarela/memory',
    'pasarela/stripe',
    'pasarela/sqlite',
    'pasarela/postgres',
    'pasarela/contract',
    'pasarela/fake-server',
  ]) {
    it(`imports and requires ${entryPoint}`, async () => {
      const script = `const names = (m) => Object.keys(m).filter((n) => n !== '__esModule').join();
        import('${entryPoint}').then((m) => console.log(names(m) + '|' + names(require('${entryPoint}'))));`;
      const { stdout, stderr } = await node('--no-warnings', '-e', script);
      const [imported, required] = stdout.trim().split('|');
      expect(imported, stderr).not.to.equal('');
      expect(required).to.equal(imported);
    });
  }

  it('takes a payment in a script of ten lines', async () => {
    expect(await node('embed.mjs')).to.deep.equal(prints('succeeded 1999'));
  });

  it('stores events and keys in a file, and reads them back', async () => {
    expect(await node('keep.mjs')).to.deep.equal(prints('order-42 done once, evt_1 kept'));
  });

  it('mounts into a Koa application at a prefix', async () => {
    expect(await node('mount.mjs')).to.deep.equal(prints('201 Cliente creado correctamente'));
  });

  it('runs a local server that Stripe clients can use', async () => {
    expect(await node('local.mjs')).to.deep.equal(prints('succeeded 1999'));
  });

  it('compiles in a TypeScript project, with skipLibCheck off', async () => {
    const tsc = resolve('node_modules/typescript/bin/tsc');
    expect(await node(tsc, '-p', '.')).to.deep.equal({ code: 0, stdout: '', stderr: '' });
  });

  it('prints its version', async () => {
    const { code, stdout } = await pasarela('--version');
    expect({ code, stdout }).to.deep.equal({ code: 0, stdout: `${await readVersion()}\n` });
  });

  it('prints its help', async () => {
    const { code, stdout } = await pasarela('--help');
    expect(code).to.equal(0);
    expect(stdout).to.include('serve');
  });

  it('serves until SIGTERM, and exits with 0', async function () {
    if (process.platform === 'win32') return;
    const child = spawn(join('node_modules', '.bin', 'pasarela'), ['serve'], {
      cwd: installed.directory,
      env: { ...environment, PORT: '0', LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    try {
      const lines = createInterface({ input: child.stdout });
      const ready = once(lines, 'line').then(([line]) => String(line));
      const line = await Promise.race([
        ready,
        ended.then(([code]) => `ended with ${String(code)} before it was ready`),
      ]);
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
      expect(address, line).to.be.a('string');
      const health = await fetch(`${String(address)}/health`);
      expect(health.status).to.equal(200);
      child.kill('SIGTERM');
      expect((await ended)[0]).to.equal(0);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('prints one line with the reason that it does not start, and exits with 1', async () => {
    const main = join('node_modules', 'pasarela', 'dist', 'infrastructure', 'cli', 'main.js');
    const { code, stderr } = await runProgram(process.execPath, [main, 'serve'], {
      cwd: installed.directory,
      env: { ...environment, PORT: 'many' },
    });
    expect(code).to.equal(1);
    expect(stderr).to.match(/^[^\n]*PORT[^\n]*\n$/);
  });
});
