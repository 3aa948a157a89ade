import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { startFakeServer } from '../../../../src/fake-server.js';
import { sdkAt } from '../../../sdk/support/use-shop.js';
import {
  type Reaction,
  type Receiver,
  startReceiver,
} from '../../../simulator/webhooks/support/receiver.js';
import { rejectionOf } from '../../../support/errors/rejection-of.js';
import { at, textAt } from '../../../support/json/at.js';
import { onTerminal } from '../../../support/programs/on-terminal.js';
import { runHere } from '../../../support/programs/run-here.js';
import { runProgram } from '../../../support/programs/run-program.js';
import { type RunningProgram, startProgram } from '../../../support/programs/start-program.js';
import { usePrograms } from '../../../support/programs/use-programs.js';

describe('pasarela fake', () => {
  // Its keys and secrets are public: it prints them on stdout.
  const { start, run, addressOf } = usePrograms(['stderr']);
  const receivers: Array<Receiver> = [];

  const receiver = async (...reactions: ReadonlyArray<Reaction>): Promise<Receiver> => {
    const started = await startReceiver(...reactions);
    receivers.push(started);
    return started;
  };
  afterEach(async () => {
    for (const { close } of receivers.splice(0)) await close();
  });

  const variable = async (program: RunningProgram, name: string): Promise<string> =>
    new RegExp(` ${name}=(\\S+)`).exec(await program.printed('stdout', /\n/))?.[1] ?? '';
  const sdkOf = async (program: RunningProgram) =>
    sdkAt(await addressOf(program), await variable(program, 'STRIPE_SECRET_KEY'));

  it('prints its address and how to use it in one line, and stops at a signal', async () => {
    const program = await start(['fake', '--port', '0']);
    const address = await addressOf(program);
    expect(await variable(program, 'STRIPE_BASE_URL')).to.equal(address);
    expect((await (await sdkOf(program)).customers.create({ name: 'Ana' })).name).to.equal('Ana');
    program.kill('SIGTERM');
    const { code, stdout, stderr } = await program.end;
    expect([code, stderr]).to.deep.equal([0, '']);
    expect(stdout).to.match(
      /^pasarela \S+ listens on (\S+) as Stripe: STRIPE_BASE_URL=\1 STRIPE_SECRET_KEY=\w+ WEBHOOK_SECRET=whsec_\w+\n$/,
    );
  });

  it('shows a banner, requests and webhooks on a terminal', async () => {
    const desk = await receiver();
    const program = await start(['fake', '--port', '0', '--webhook', desk.url], onTerminal);
    const banner = await program.printed('stdout', /Ctrl\+C/);
    for (const part of [
      'Console',
      'API key',
      'sk_test_pasarela',
      '4242 4242 4242 4242',
      desk.url,
      // After npx pasarela fake, there is no command pasarela.
      ' npx pasarela serve',
    ]) {
      expect(banner).to.include(part);
    }
    const [line = ''] = /curl .+/.exec(banner) ?? [];
    expect((await runProgram('bash', ['-c', line])).stdout).to.include('"status": "succeeded"');
    const shown = await program.printed('stdout', /payment_intent\.succeeded → /);
    expect(shown).to.match(/\d 200 +[\d.]+ ms POST {3}\/v1\/payment_intents pi_\w+\n/);
    expect(shown).not.to.include('\u001B');
  });

  it('prints JSON with --json', async () => {
    const desk = await receiver();
    const program = await start(['fake', '--port', '0', '--json', '--webhook', desk.url]);
    const started: unknown = JSON.parse(await program.printed('stdout', /\n/));
    const stripe = sdkAt(textAt(started, 'started.url'), textAt(started, 'started.api_key'));
    const { id } = await stripe.customers.create();
    const lines = (await program.printed('stdout', /"webhook"/)).trim().split('\n');
    const [request, webhook] = lines.slice(1).map((line): unknown => JSON.parse(line));
    expect(at(request, 'request')).to.include({ method: 'POST', status: 200, object: id });
    expect(at(webhook, 'webhook')).to.include({ type: 'customer.created', status: 200 });
  });

  it('creates the same ids and the same secret with the same seed', async () => {
    const made = await Promise.all(
      ['1', '1', '2'].map(async (seed) => {
        const program = await start(['fake', '--port', '0', '--seed', seed]);
        const { id } = await (await sdkOf(program)).customers.create();
        return `${id} ${await variable(program, 'WEBHOOK_SECRET')}`;
      }),
    );
    expect(made[0]).to.equal(made[1]);
    expect(made[0]).not.to.equal(made[2]);
  });

  it('starts its clock at --clock', async () => {
    const program = await start(['fake', '--port', '0', '--clock', '2031-05-06T07:08:09Z']);
    const { created } = await (await sdkOf(program)).customers.create();
    const start_ = Date.parse('2031-05-06T07:08:09Z') / 1000;
    expect(created).to.be.within(start_, start_ + 60);
  });

  it('sends its events to --webhook and prints the results', async () => {
    const desk = await receiver(500);
    const secret = ['whsec', 'desk'].join('_');
    const program = await start(
      'fake --port 0 --webhook'.split(' ').concat(desk.url, '--secret', secret),
    );
    const stripe = await sdkOf(program);
    await stripe.customers.create();
    const [call] = await desk.first(1);
    const event = stripe.webhooks.constructEvent(
      call?.body ?? '',
      String(call?.headers['stripe-signature']),
      secret,
    );
    await program.printed(
      'stdout',
      new RegExp(`^webhook 500 customer\\.created ${event.id} \\(attempt 1, next at .+Z\\)$`, 'm'),
    );
    program.kill('SIGINT');
    expect((await program.end).code).to.equal(0);
  });

  it('sends an event again for pasarela events resend', async () => {
    const desk = await receiver();
    const program = await start(['fake', '--port', '0']);
    const stripe = await sdkOf(program);
    await stripe.customers.create();
    const id = (await stripe.events.list()).data[0]?.id ?? '';
    const server = await addressOf(program);
    const resend = (...more: ReadonlyArray<string>) =>
      runHere(['events', 'resend', id, '--url', server, ...more]);

    expect(await resend('--webhook', desk.url)).to.deep.include({
      code: 0,
      stdout: `webhook 200 customer.created ${id} (resent)\n`,
      stderr: '',
    });
    expect(JSON.parse((await desk.first(1))[0]?.body ?? '')).to.include({ id });

    const failing = await receiver(503);
    expect(await resend('--webhook', failing.url)).to.deep.include({
      code: 1,
      stdout: `webhook 503 customer.created ${id} (resent)\n`,
    });
    expect(await resend()).to.deep.include({
      code: 1,
      stdout: '',
      stderr:
        'pasarela: No endpoint is registered for events of type customer.created: pass the url to send it to.\n',
    });
    const other = ['sk', 'test', 'other'].join('_');
    expect((await resend('--key', other)).stderr).to.equal(`pasarela: No such event: '${id}'\n`);
  });

  it('is reported as missing by pasarela events resend when it does not run', async () => {
    const { origin } = new URL((await receiver()).url);
    const outcome = await runHere(['events', 'resend', 'evt_1', '--url', origin]);
    expect(outcome).to.deep.include({ code: 1, stdout: '' });
    expect(outcome.stderr).to.equal(
      `pasarela: no response from pasarela fake at ${origin}: start it, or pass its address with --url\n`,
    );
  });

  it('lets searches miss a change for --search-delay seconds', async () => {
    const stripe = await sdkOf(await start(['fake', '--port', '0', '--search-delay', '3600']));
    await stripe.customers.create({ name: 'Ana' });
    const { data } = await stripe.customers.search({ query: 'name:"Ana"' });
    expect(data).to.deep.equal([]);
  });

  it('offers the payment methods of --methods', async () => {
    const stripe = await sdkOf(
      await start(['fake', '--port', '0', '--methods', 'card, apple_pay']),
    );
    const { data } = await stripe.paymentMethodConfigurations.list();
    expect(data[0]?.link?.available).to.equal(false);
    const { payment_method_types } = await stripe.paymentIntents.create({
      amount: 2000,
      currency: 'eur',
    });
    expect(payment_method_types).to.deep.equal(['card']);
  });

  it('refuses card tokens with --no-card-tokens', async () => {
    const stripe = await sdkOf(await start(['fake', '--port', '0', '--no-card-tokens']));
    const { id } = await stripe.customers.create();
    const refused = await rejectionOf(stripe.customers.createSource(id, { source: 'tok_visa' }));
    expect(refused).to.include('Card Token usage on the Customers API');
    const { id: method } = await stripe.paymentMethods.create({
      type: 'card',
      card: { token: 'tok_visa' },
    });
    expect(await stripe.paymentMethods.attach(method, { customer: id })).to.include({
      customer: id,
    });
  });

  it('takes --fees from each charge', async () => {
    const stripe = await sdkOf(await start(['fake', '--port', '0', '--fees', '1.4,25']));
    await stripe.charges.create({ amount: 1000, currency: 'eur', source: 'tok_visa' });
    expect((await stripe.balanceTransactions.list()).data[0]).to.include({ fee: 39, net: 961 });
  });

  const challengeOf = async (program: RunningProgram): Promise<string | null | undefined> => {
    const server = (await addressOf(program)).replace('0.0.0.0', '127.0.0.1');
    const stripe = sdkAt(server, await variable(program, 'STRIPE_SECRET_KEY'));
    const { next_action } = await stripe.paymentIntents.create({
      amount: 2000,
      currency: 'eur',
      payment_method: 'pm_card_authenticationRequired',
      confirm: true,
      return_url: 'https://shop.example/back',
    });
    return next_action?.redirect_to_url?.url;
  };

  it('listens where HOST says, and names addresses that clients can call', async () => {
    const program = await start(['fake', '--port', '0'], { HOST: '0.0.0.0' });
    const address = await addressOf(program);
    expect(address).to.match(/^http:\/\/0\.0\.0\.0:/);
    const own = address.replace('0.0.0.0', '127.0.0.1');
    expect(await variable(program, 'STRIPE_BASE_URL')).to.equal(own);
    expect(await challengeOf(program)).to.match(new RegExp(`^${own}/_processor/challenges/`));
  });

  it('says on a terminal when it listens to more than this machine', async () => {
    const bannerAt = async (HOST: string) => {
      const program = await start(['fake', '--port', '0'], { ...onTerminal, HOST });
      return program.printed('stdout', /Ctrl\+C/);
    };
    expect(await bannerAt('0.0.0.0')).to.include('everybody who reaches 0.0.0.0');
    expect(await bannerAt('127.0.0.1')).not.to.include('everybody');
    expect(await bannerAt('::1')).not.to.include('everybody');
  });

  it('has its pages where PUBLIC_URL or --public-url says', async () => {
    const env = { PUBLIC_URL: 'https://stripe.test' };
    const byVariable = await start(['fake', '--port', '0'], env);
    expect(await challengeOf(byVariable)).to.match(/^https:\/\/stripe\.test\/_processor\//);
    const option = ['--public-url', 'http://localhost:8080/'];
    const byOption = await start(['fake', '--port', '0', '--host', '127.0.0.1', ...option], env);
    expect(await challengeOf(byOption)).to.match(/^http:\/\/localhost:8080\/_processor\//);
  });

  it('names every wrong option, one on each line', async () => {
    const { code, stdout, stderr } = await runHere(
      'fake --port 99999 --webhook desk --secret desk --clock soon --max-accounts 0 --fees 100.5'.split(
        ' ',
      ),
    );
    expect([code, stdout]).to.deep.equal([1, '']);
    expect(stderr).to.match(
      /^pasarela: 6 problems:\n {2}--port must be a whole number from 0 to 65535\n {2}--webhook must be an http or https URL\n {2}--secret must begin with whsec_\n {2}--clock must be a day .*\n {2}--max-accounts must be a whole number from 1 to 1000000\n {2}--fees must be a percentage, with or without minor units after a comma, such as 1.5,25/,
    );
  });

  it('reports a port that is already in use', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const address = blocker.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const { code, stderr } = await run(['fake', '--port', port]);
    blocker.close();
    expect([code, stderr]).to.deep.equal([
      1,
      `pasarela: port ${port} on 127.0.0.1 is already in use: stop the other program, or choose another port with --port\n`,
    ]);
  });

  describe('with a command', () => {
    const seed = `
      const { STRIPE_BASE_URL, STRIPE_SECRET_KEY, WEBHOOK_SECRET } = process.env;
      const headers = { authorization: 'Bearer ' + STRIPE_SECRET_KEY };
      const body = new URLSearchParams({ name: process.argv[2] });
      await fetch(STRIPE_BASE_URL + '/v1/customers', { method: 'POST', headers, body });
      const answer = await fetch(STRIPE_BASE_URL + '/v1/customers', { headers });
      const { data } = await answer.json();
      console.log(data.map(({ name }) => name).join(), WEBHOOK_SECRET.slice(0, 6));
    `;

    it('runs it against a free port, saves the account, and starts accounts with it', async () => {
      const first = await start(
        ['fake', '--save', 'shop.json', '--', process.execPath, 'seed.mjs', 'Ana'],
        {},
        { 'seed.mjs': seed },
      );
      expect(await first.end).to.deep.include({ code: 0, stdout: 'Ana whsec_\n', stderr: '' });
      const fixture = await readFile(join(first.folder, 'shop.json'), 'utf8');
      const second = await run(
        ['fake', '--fixture', 'shop.json', '--', process.execPath, 'seed.mjs', 'Eva'],
        {},
        { 'seed.mjs': seed, 'shop.json': fixture },
      );
      expect(second).to.deep.include({ code: 0, stdout: 'Eva,Ana whsec_\n', stderr: '' });
    });

    it('ends with its exit code, and saves nothing when it fails', async () => {
      const command = [process.execPath, '-e', 'process.exit(7)'];
      const failed = await start(['fake', '--save', 'shop.json', '--', ...command]);
      expect(await failed.end).to.deep.include({
        code: 7,
        stdout: '',
        stderr: 'pasarela: the command failed, so shop.json was not written\n',
      });
      expect(await readdir(failed.folder)).to.deep.equal([]);
    });

    it('says when the account that it saves is empty, because another key was used', async () => {
      const command = [process.execPath, '-e', ''];
      expect(await run(['fake', '--save', 'shop.json', '--', ...command])).to.deep.include({
        code: 0,
        stderr:
          'pasarela: shop.json is empty: nothing was made with the key in STRIPE_SECRET_KEY\n',
      });
    });

    it('passes a signal on to it', async () => {
      const wait = `process.on('SIGTERM', () => process.exit(3)); console.log('waits'); setInterval(() => {}, 1000);`;
      const program = await start(['fake', '--', process.execPath, '-e', wait]);
      await program.printed('stdout', /waits/);
      program.kill('SIGTERM');
      expect((await program.end).code).to.equal(3);
    });

    it('reports a command that does not exist', async () => {
      expect(await run(['fake', '--', 'no-such-program'])).to.deep.include({
        code: 1,
        stderr:
          'pasarela: the command no-such-program cannot be started: spawn no-such-program ENOENT\n',
      });
    });
  });

  it('saves the account when it is stopped', async () => {
    const program = await start(['fake', '--port', '0', '--save', 'shop.json']);
    await (await sdkOf(program)).customers.create({ name: 'Ana' });
    program.kill('SIGTERM');
    expect((await program.end).code).to.equal(0);
    expect(await readFile(join(program.folder, 'shop.json'), 'utf8')).to.include('"Ana"');
  });

  // npx passes a signal only to its shell, which ends and leaves the server behind.
  it('stops in order when the shell between npx and it has ended', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pasarela-npx-'));
    const program = startProgram(
      ['fake', '--port', '0', '--save', 'shop.json'],
      { npm_lifecycle_event: 'npx' },
      folder,
      [],
      ['sh', '-c', '"$@"; exit', 'sh'],
    );
    await (await sdkOf(program)).customers.create({ name: 'Ana' });
    program.kill('SIGTERM');
    await program.end;
    expect(await readFile(join(folder, 'shop.json'), 'utf8')).to.include('"Ana"');
    await rm(folder, { recursive: true });
  });

  it('starts its clock at the machine’s with --clock now, whenever the fixture was saved', async () => {
    const server = await startFakeServer({ clock: () => 1_600_000_000 });
    const fixture = { 'shop.json': JSON.stringify(server.fixture()) };
    await server.close();
    const created = async (...more: ReadonlyArray<string>): Promise<number> => {
      const program = await start(
        ['fake', '--port', '0', '--fixture', 'shop.json', ...more],
        {},
        fixture,
      );
      return (await (await sdkOf(program)).customers.create()).created;
    };
    const now = Math.floor(Date.now() / 1000);
    expect(await created()).to.be.within(1_600_000_000, 1_600_000_060);
    expect(await created('--clock', 'now')).to.be.within(now, now + 60);
  });

  it('refuses a fixture that it cannot read, and a folder that it cannot write to', async () => {
    const missing = await run(['fake', '--fixture', 'shop.json']);
    expect([missing.code, missing.stderr]).to.deep.equal([
      1,
      'pasarela: --fixture shop.json: there is no such file or folder\n',
    ]);
    const nowhere = await run(['fake', '--save', 'missing/shop.json']);
    expect([nowhere.code, nowhere.stderr]).to.deep.equal([
      1,
      'pasarela: --save missing/shop.json: its folder does not exist, or cannot be written to\n',
    ]);
    const folder = await run(['fake', '--save', '.']);
    expect([folder.code, folder.stderr]).to.deep.equal([
      1,
      'pasarela: --save .: this is a folder: name a file in it\n',
    ]);
    const read = await run(['fake', '--fixture', '.']);
    expect([read.code, read.stderr]).to.deep.equal([
      1,
      'pasarela: --fixture .: this is a folder, not a file\n',
    ]);
  });

  it('says so when the file cannot be written at the end', async () => {
    const taken = await start(['fake', '--port', '0', '--save', 'shop.json']);
    await addressOf(taken);
    await mkdir(join(taken.folder, 'shop.json'));
    taken.kill('SIGTERM');
    const { code, stderr } = await taken.end;
    expect(code).to.equal(1);
    expect(stderr).to.equal(
      'pasarela: --save shop.json: cannot be written: this is a folder, not a file\n',
    );
    expect(await readdir(taken.folder)).to.deep.equal(['shop.json']);
  });
});
