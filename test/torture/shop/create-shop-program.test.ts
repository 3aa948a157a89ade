import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ShopOptions } from '../../../src/torture/options/torture-options.js';
import { TortureProblem } from '../../../src/torture/options/torture-problem.js';
import { createShopProgram } from '../../../src/torture/shop/create-shop-program.js';
import type { ShopProgram } from '../../../src/torture/shop/shop-program.js';
import { at } from '../../support/json/at.js';

// Answers with its process id; a path of `/exit` ends it by itself.
const shopScript = `
const { createServer } = require('node:http');
const { existsSync, writeFileSync } = require('node:fs');
if (existsSync(process.env.FOLDER + '/broken')) { console.error('lock file found'); process.exit(3); }
createServer((request, response) => {
  if (request.url === '/exit') { console.log('ends \\u001b[31mitself\\u001b[0m'); process.exitCode = 7; process.exit(); }
  response.end(JSON.stringify({ pid: process.pid, processor: process.env.PROCESSOR, inherited: process.env.INHERITED }));
}).listen(Number(process.env.PORT), '127.0.0.1');`;

const node = (script: string): ReadonlyArray<string> => [
  process.execPath,
  '--no-opt',
  '-e',
  script,
];

const working: ShopOptions = {
  command: node(shopScript),
  env: { PORT: '{port}', PROCESSOR: '{processor}', FOLDER: '{folder}' },
  webhook: '/webhooks',
};

const read = async (url: string): Promise<unknown> =>
  (await fetch(url, { headers: { connection: 'close' } })).json();
const pidOf = async ({ url }: ShopProgram): Promise<number> => Number(at(await read(url), 'pid'));

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const expectNoAnswer = async (url: string): Promise<void> => {
  const answer = await fetch(url).catch(() => null);
  expect(answer).to.equal(null);
};

const problemOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
  } catch (error) {
    expect(error).to.be.instanceOf(TortureProblem);
    return error instanceof Error ? error.message : '';
  }
  throw new Error('no problem');
};

describe('the shop program', () => {
  let entries: Array<unknown> = [];
  let problems: Array<TortureProblem> = [];
  let shop: ShopProgram | undefined;
  let sawDeath: (value?: unknown) => void = () => undefined;

  const create = async (options: Partial<ShopOptions> = {}): Promise<ShopProgram> => {
    shop = await createShopProgram({
      shop: { ...working, ...options },
      values: () => ({ processor: 'http://127.0.0.1:1' }),
      environment: { INHERITED: 'yes' },
      onEntry: (entry) => {
        entries.push(entry.kind === 'shop' ? entry.what : entry);
        if (entry.kind === 'shop_died') sawDeath();
      },
      onProblem: (problem) => problems.push(problem),
    });
    return shop;
  };

  beforeEach(() => {
    entries = [];
    problems = [];
  });

  afterEach(async () => {
    await shop?.stop();
    shop = undefined;
  });

  it('starts with its environment, is killed, frozen and stopped, and leaves nothing', async () => {
    const program = await create({
      reset: () => {
        entries.push('reset');
      },
    });
    expect(program.webhookUrl).to.equal(`${program.url}/webhooks`);
    await program.start();
    expect(await read(program.url)).to.include({
      processor: 'http://127.0.0.1:1',
      inherited: 'yes',
    });
    const first = await pidOf(program);
    await Promise.all([program.restart(), program.restart(), program.whenUp()]);
    const second = await pidOf(program);
    expect(second).not.to.equal(first);
    expect(isAlive(first)).to.equal(false);

    const thawed = Promise.all([program.freeze(30), program.freeze(1)]);
    let up = false;
    const isUp = program.whenUp().then(() => {
      up = true;
    });
    expect(up).to.equal(false);
    await thawed;
    await isUp;
    expect(await pidOf(program)).to.equal(second);

    const thaw = program.freeze(1_000_000);
    await program.restart();
    await thaw;
    const third = await pidOf(program);
    expect(existsSync(program.folder)).to.equal(true);
    await program.stop();
    expect(isAlive(third)).to.equal(false);
    expect(existsSync(program.folder)).to.equal(false);
    expect(entries).to.deep.equal([
      'reset',
      'started',
      'killed',
      'started',
      'frozen',
      'thawed',
      'frozen',
      'killed',
      'started',
      'stopped',
    ]);
    expect(problems).to.deep.equal([]);
    await program.whenUp();
  });

  it('is started again when it ends by itself', async () => {
    const program = await create();
    await program.start();
    const first = await pidOf(program);
    const died = new Promise((resolve) => {
      sawDeath = resolve;
    });
    await expectNoAnswer(`${program.url}/exit`);
    await died;
    await program.whenUp();
    expect(await pidOf(program)).not.to.equal(first);
    expect(entries).to.deep.equal([
      'started',
      { kind: 'shop_died', code: 7, output: 'ends itself' },
      'started',
    ]);
  });

  it('is given up when it ends again and again after a kill', async () => {
    const program = await create();
    await program.start();
    await writeFile(join(program.folder, 'broken'), '');
    const restart = program.restart();
    const message = await problemOf(restart);
    expect(message).to.equal(
      'the shop does not start again: it ended 5 times in a row before it was ready, the last time with code 3. The end of its output:\n\n  lock file found\n',
    );
    expect(problems.map((problem) => problem.message)).to.deep.equal([message]);
    expect(await problemOf(program.whenUp())).to.equal(message);
    expect(await problemOf(program.restart())).to.equal(message);
    await program.freeze(1_000_000);
    const death = { kind: 'shop_died', code: 3, output: 'lock file found' };
    expect(entries).to.deep.equal(['started', 'killed', death, death, death, death]);
  });

  for (const { title, options, message } of [
    {
      title: 'a program that does not exist',
      options: { command: ['no-such-program'] },
      message: /^the shop cannot start: there is no program no-such-program in PATH$/,
    },
    {
      title: 'a program with its arguments in one text',
      options: { command: ['npm start'] },
      message: /Write each argument as a text of its own: \['npm', 'start'\]$/,
    },
    {
      title: 'a folder that does not exist',
      options: { cwd: '/no/such/folder' },
      message: /^the shop cannot start: there is no folder \/no\/such\/folder$/,
    },
    {
      title: 'a program that may not be run',
      options: { command: [tmpdir()] },
      message: /^the shop cannot start: spawn .*EACCES$/,
    },
    {
      title: 'a program with a live key in its environment',
      options: { env: { ...working.env, SECRET_KEY: ['sk', 'live', 'abc'].join('_') } },
      message:
        /^the shop is not started, because SECRET_KEY has a live key of Stripe\. Unset it, or give it the key of the test in shop\.env: '\{apiKey\}'$/,
    },
    {
      title: 'a program with a live key in its command',
      options: { command: ['node', ['rk', 'live', 'abc'].join('_')] },
      message: /^the shop is not started, because its command has a live key of Stripe\./,
    },
    {
      title: 'a shop whose reset fails',
      options: { reset: () => Promise.reject(new Error('no database')) },
      message: /^shop\.reset\(\) failed: Error: no database$/,
    },
    {
      title: 'a program that ends at once',
      options: { command: node(`console.error('no database'); process.exitCode = 2;`) },
      message:
        /^the shop ended with code 2 before it responded at http:.* stay in the foreground: .*The end of its output:\n\n {2}no database\n$/s,
    },
    {
      title: 'a program that listens at no port',
      options: { command: node('setInterval(() => {}, 1000)'), startMs: 150 },
      message:
        /was not ready after 0.15 s: GET http:.*, and nothing listens there\. .*It wrote no output$/,
    },
    {
      title: 'a path of readiness that is answered 500',
      options: {
        command: node(
          `require('node:http').createServer((_, response) => response.writeHead(503).end()).listen(Number(process.env.PORT), '127.0.0.1')`,
        ),
        ready: '/health',
        startMs: 4000,
      },
      message: /GET http:\S+\/health was asked, and it responded with 503\./,
    },
  ]) {
    it(`does not start ${title}`, async () => {
      const program = await create(options);
      expect(await problemOf(program.start())).to.match(message);
      expect(problems).to.have.length(1);
    });
  }

  it('does not start where another program answers', async () => {
    const other = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const url = `http://127.0.0.1:${Number(at(other.address(), 'port'))}`;
    const program = await create({ url });
    expect(await problemOf(program.start())).to.equal(
      `the shop cannot start: another program responds at ${url} already. End it, or let the shop use {port}`,
    );
    other.close();
  });

  it('cannot be killed when it runs outside its group', async () => {
    // It gets a group of its own, whose number is its process id.
    const outside = `require('node:child_process').spawn(process.execPath, ['--no-opt', '-e', process.env.SHOP], { detached: true, stdio: 'ignore' })`;
    const program = await create({
      command: node(outside),
      env: { ...working.env, SHOP: shopScript },
    });
    await program.start();
    const pid = await pidOf(program);
    try {
      expect(await problemOf(program.restart())).to.match(
        /^the shop was killed, and http:\S+ still responds: shop\.command starts the shop outside/,
      );
    } finally {
      process.kill(pid, 'SIGKILL');
    }
  });

  it('does not start when it ends, and leaves the shop outside its group', async () => {
    // The shop listens once its parent has ended, and keeps its output open.
    const listens = `process.stdin.on('end', () => { ${shopScript} }).resume();`;
    const leaves = `const shop = require('node:child_process').spawn(process.execPath, ['--no-opt', '-e', process.env.SHOP], { detached: true, stdio: ['pipe', 'inherit', 'inherit'] });
require('node:fs').writeFileSync(process.env.FOLDER + '/pid', String(shop.pid));
process.exit();`;
    const program = await create({
      command: node(leaves),
      env: { ...working.env, SHOP: listens },
    });
    const problem = await problemOf(program.start());
    process.kill(Number(await readFile(join(program.folder, 'pid'), 'utf8')), 'SIGKILL');
    expect(problem).to.match(/^the shop ended/);
  });

  it('is given up when it ends, and leaves the shop outside its group', async () => {
    const leaves = `require('node:child_process').spawn(process.execPath, ['--no-opt', '-e', process.env.SHOP], { detached: true, stdio: 'ignore', env: { ...process.env, PARENT: process.pid } })`;
    const ends = shopScript.replace('process.exit();', 'return process.kill(process.env.PARENT);');
    const program = await create({ command: node(leaves), env: { ...working.env, SHOP: ends } });
    await program.start();
    const pid = await pidOf(program);
    const died = new Promise((resolve) => {
      sawDeath = resolve;
    });
    const asked = fetch(`${program.url}/exit`).catch(() => null);
    await died;
    const problem = await problemOf(program.whenUp());
    process.kill(pid, 'SIGKILL');
    await asked;
    expect(problem).to.match(/^the shop ended, and http:\S+ still responds: shop\.command/);
    expect(problems).to.have.length(1);
  });

  it('can be stopped while it starts', async () => {
    const program = await create({ command: node('setInterval(() => {}, 1000)') });
    const starting = program.start();
    await Promise.all([program.stop(), program.stop()]);
    await starting;
    expect(existsSync(program.folder)).to.equal(false);
  });
});
