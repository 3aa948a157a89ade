import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { runCommandLine } from '../../../../src/infrastructure/cli/command-line.js';
import { at } from '../../../support/json/at.js';
import { runHere } from '../../../support/programs/run-here.js';

// test/package/init.test.ts starts the shops.
describe('pasarela init', () => {
  let parent: string;
  let folder: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'pasarela-init-'));
    folder = join(parent, 'My shop');
  });
  afterEach(() => rm(parent, { recursive: true }));

  const manifest = async (): Promise<unknown> => {
    const text = await readFile(join(folder, 'package.json'), 'utf8');
    return JSON.parse(text);
  };

  /** Runs the command for a person who types these lines when asked. `undefined`: the end of the input. */
  const converse = async (...lines: ReadonlyArray<string | undefined>) => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const waiting = [...lines];
    const output = { stdout: '', stderr: '' };
    const code = await runCommandLine(['init', folder], {
      env: {},
      cwd: () => parent,
      stdin,
      stdout: {
        write: (text: string) => {
          output.stdout += text;
          if (!text.endsWith(': ')) return;
          const line = waiting.shift();
          setImmediate(() => (line === undefined ? stdin.end() : stdin.write(`${line}\n`)));
        },
      },
      stderr: { write: (text: string) => void (output.stderr += text) },
    });
    return { code, ...output };
  };

  it('quotes a folder with spaces for the shell', async () => {
    const { stdout } = await runHere(['init', join(parent, "Ñandú & Co's"), '--yes']);
    expect(stdout).to.include(`cd '${parent}/Ñandú & Co'\\''s'`);
  });

  for (const name of ['', ' ']) {
    it(`refuses a folder with the name ${JSON.stringify(name)}, and writes nothing`, async () => {
      const stderr: Array<string> = [];
      const code = await runCommandLine(['init', name, '--yes'], {
        env: {},
        cwd: () => parent,
        stdout: { write: () => undefined },
        stderr: { write: (text: string) => void stderr.push(text) },
      });
      expect([code, stderr.join('')]).to.deep.equal([
        1,
        'pasarela: the folder needs a name, such as in pasarela init shop\n',
      ]);
      expect(await readdir(parent)).to.deep.equal([]);
    });
  }

  it('names a new folder where a file is in the way', async () => {
    const file = join(parent, 'file');
    await writeFile(file, '');
    for (const place of [file, join(file, 'shop')]) {
      const { code, stderr } = await runHere(['init', place, '--yes']);
      expect(code).to.equal(1);
      expect(stderr).to.match(/file.* cannot be used \(ENOTDIR.*\): name a new folder/);
    }
  });

  it('writes a shop into a new folder, and says how to start it', async () => {
    const { code, stdout } = await runHere(['init', folder, '--yes']);
    expect(code).to.equal(0);
    expect(await readdir(folder)).to.include.members([
      '.env',
      '.gitignore',
      'README.md',
      'customer.mjs',
      'order-page.ts',
      'package.json',
      'server.ts',
      'shop.test.mjs',
      'shop.ts',
      'torture.config.mjs',
      'tsconfig.json',
    ]);
    expect(stdout).to.include(': typescript, express, page.').and.include('npm run stripe');
    expect(at(await manifest(), 'name')).to.equal('my-shop');
    // From a clone; an installed package names its version.
    expect(at(await manifest(), 'dependencies.pasarela')).to.match(/^file:\.\./);
  });

  it('makes secrets of its own for each shop, and asks for no setting that the shop does not read', async () => {
    const settings = async (...answers: ReadonlyArray<string>): Promise<string> => {
      await runHere(['init', folder, '--yes', ...answers]);
      const text = await readFile(join(folder, '.env'), 'utf8');
      await rm(folder, { recursive: true });
      return text;
    };
    const [one, other] = [await settings(), await settings('--style', 'checkout')];
    const secretOf = (text: string) => /^IDEMPOTENCY_SECRET=(.{43})$/m.exec(text)?.[1];
    expect(secretOf(one)).to.be.a('string').and.not.equal(secretOf(other));
    expect(one).to.include('STRIPE_PUBLISHABLE_KEY=').and.not.include('SHOP_URL');
    expect(other).to.include('SHOP_URL=').and.not.include('STRIPE_PUBLISHABLE_KEY');
  });

  it('lets nobody else on the machine read the secrets', async () => {
    await runHere(['init', folder, '--yes']);
    const rightsOf = async (name: string) => (await stat(join(folder, name))).mode & 0o044;
    // Windows has no such rights.
    const others = process.platform === 'win32' ? 0o044 : 0;
    expect(await rightsOf('.env')).to.equal(others);
    expect(await rightsOf('package.json')).not.to.equal(0);
  });

  it('asks for language, framework and style, and again after a misspelt answer', async () => {
    const { code, stdout } = await converse('JS', 'fastfy', 'fastify', '');
    expect(code).to.equal(0);
    expect(stdout).to.include('there is no framework fastfy (did you mean fastify?)');
    expect(stdout).to.include(': javascript, fastify, page.');
    expect(at(await manifest(), 'dependencies')).to.include.keys('fastify', 'libsql');
    expect(await readdir(folder))
      .to.include('server.js')
      .and.not.include('tsconfig.json');
  });

  it('writes nothing when the input ends before the last answer', async () => {
    const { code, stderr } = await converse('', undefined);
    expect([code, await readdir(parent)]).to.deep.equal([1, []]);
    expect(stderr).to.include('no answer: nothing was written');
  });

  it('does not wait for answers where there is no terminal', async () => {
    const { code, stderr } = await runHere(['init', folder, '--style', 'page']);
    expect([code, await readdir(parent)]).to.deep.equal([1, []]);
    expect(stderr).to.include('pass --language, --framework, or --yes');
  });

  it('needs no terminal when it has all answers', async () => {
    const answers = ['--style', 'server', '--framework', 'next', '--language', 'js'];
    expect(await runHere(['init', folder, ...answers])).to.include({ code: 0 });
    expect(await readdir(folder))
      .to.include('app')
      .and.not.include.members(['server.js']);
    expect(at(await manifest(), 'scripts.start')).to.include('next build && node --env-file=.env');
  });

  it('writes nothing into a folder that is not empty', async () => {
    await writeFile(join(parent, 'server.js'), 'mine');
    const { code, stderr } = await runHere(['init', parent, '--yes']);
    expect([code, await readdir(parent)]).to.deep.equal([1, ['server.js']]);
    expect(stderr).to.include('is not empty, and nothing is overwritten: name a new folder');
  });

  for (const [option, given, hint] of [
    [
      '--framework',
      'expres',
      'there is no framework expres (did you mean express?): choose express',
    ],
    ['--style', 'chekout', '(did you mean checkout?)'],
    ['--style', 'telephone', 'there is no style telephone: choose page, checkout, server'],
    ['--language', 'es', 'The pages of the shop speak English and Spanish'],
  ] as const) {
    it(`says what ${option} ${given} could be`, async () => {
      const { code, stderr } = await runHere(['init', folder, '--yes', option, given]);
      expect([code, await readdir(parent)]).to.deep.equal([1, []]);
      expect(stderr).to.include(hint);
    });
  }
});
