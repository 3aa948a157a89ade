import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import { expect } from 'chai';
import { variables } from '../../../src/infrastructure/config/variables.js';
import { callAt } from '../../support/http/call.js';
import { at } from '../../support/json/at.js';
import { commandLineOfRun } from '../../support/programs/command-line-of-run.js';
import { runHere } from '../../support/programs/run-here.js';
import { runProgram } from '../../support/programs/run-program.js';
import { usePrograms } from '../../support/programs/use-programs.js';
import { capturedLog } from '../../support/service/captured-log.js';
import { journeys } from '../../support/service/journeys.js';

const manifest: unknown = JSON.parse(await readFile('package.json', 'utf8'));
const version = String(at(manifest, 'version'));

const apiKey = 'cli-key-0123456789';
const liveKey = `${'sk'}_${'live'}_0123456789abcdef`;

describe('the command line', () => {
  const { start, run, addressOf } = usePrograms();

  before(() => {
    capturedLog.guard(apiKey);
    capturedLog.guard(liveKey);
  });

  it('--version prints the version of the package', async () => {
    const { code, stdout, stderr } = await run(['--version']);
    expect({ code, stdout, stderr }).to.deep.equal({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  for (const args of [['--help'], ['help'], ['serve', '--help']]) {
    it(`${args.join(' ')} prints help on stdout`, async () => {
      const { code, stdout, stderr } = await runHere(args);
      expect([code, stderr]).to.deep.equal([0, '']);
      expect(stdout).to.include('Usage: pasarela').and.include('serve');
    });
  }

  it('ends quietly when nobody reads its output any more', async () => {
    const started = [process.execPath, commandLineOfRun(), 'serve', '--help'];
    const { stderr } = await runProgram('sh', ['-c', '"$@" | true', 'sh', ...started], {
      env: { PATH: process.env['PATH'] },
    });
    expect(stderr).to.equal('');
  });

  it('serve --help names every option with its default', async () => {
    const { stdout } = await runHere(['serve', '--help']);
    expect(stdout).to.include('--host').and.include('127.0.0.1');
    expect(stdout).to.include('--port').and.include('3000');
    expect(stdout).to.include('--env').and.include('.env');
  });

  for (const command of [
    'serve',
    'fake',
    'doctor',
    'torture',
    'trigger',
    'events backfill',
    'idempotency resolve',
    'idempotency forget-refusals',
  ]) {
    it(`${command} --help fits into 80 columns`, async () => {
      const { stdout } = await runHere([...command.split(' '), '--help']);
      expect(stdout.split('\n').filter((line) => line.length > 80)).to.deep.equal([]);
    });
  }

  for (const args of [['nonsense'], ['serve', '--nonsense'], ['serve', 'nonsense'], []]) {
    it(`pasarela ${args.join(' ')} is refused with exit code 1 and a hint`, async () => {
      const { code, stdout, stderr } = await runHere(args);
      expect([code, stdout]).to.deep.equal([1, '']);
      expect(stderr).to.match(/--help|Usage: pasarela/);
    });
  }

  for (const args of [['help', 'srve'], ['srve', '--help'], ['srve']]) {
    it(`pasarela ${args.join(' ')} names the command that was meant`, async () => {
      expect(await runHere(args)).to.deep.include({
        code: 1,
        stdout: '',
        stderr:
          "error: unknown command 'srve'\n(Did you mean serve?)\n(--help after a command shows its options)\n",
      });
    });
  }

  for (const asked of [
    'events lst',
    'events lst --help',
    'events lst -h',
    'events help lst',
    'help events lst',
    'events lst --type charge.updated --help',
  ]) {
    it(`pasarela ${asked} names the command of the group that was meant`, async () => {
      expect(await runHere(asked.split(' '))).to.deep.include({
        code: 1,
        stdout: '',
        stderr:
          "error: unknown command 'lst'\n(Did you mean list?)\n(--help after a command shows its options)\n",
      });
    });
  }

  for (const [asked, usage] of [
    ['events --help', 'events [options] [command]'],
    ['help events', 'events [options] [command]'],
    ['events help list', 'events list [options]'],
    ['events list help --help', 'events list [options]'],
    ['reconcile --help', 'reconcile [options] [command]'],
    ['reconcile fix --help', 'reconcile fix [options] <finding>'],
    ['init shop --help', 'init [options] <folder>'],
  ] as const) {
    it(`pasarela ${asked} prints the help of ${usage}`, async () => {
      const { code, stdout, stderr } = await runHere(asked.split(' '));
      expect([code, stderr]).to.deep.equal([0, '']);
      expect(stdout).to.include(`Usage: pasarela ${usage}\n`);
    });
  }

  it('a word after reconcile is refused, also when help is asked for', async () => {
    for (const asked of [
      ['reconcile', 'fx'],
      ['reconcile', 'fx', '--help'],
    ]) {
      const { code, stdout, stderr } = await runHere(asked);
      expect([code, stdout]).to.deep.equal([2, '']);
      expect(stderr).to.include("too many arguments for 'reconcile'");
    }
  });

  it('writes control characters out that a message quotes', async () => {
    for (const args of [['no\u001b[2J'], ['trigger', 'no\u001b[2J']]) {
      const { stderr } = await runHere(args);
      expect(stderr).to.include('no\\u001b[2J').and.not.include('\u001b');
    }
  });

  const newNames: Readonly<Record<string, string>> = {
    'keys new shop': 'use pasarela api-keys new',
    'keys list --in-doubt': 'use pasarela idempotency list',
    'keys settle --all': 'use pasarela idempotency settle',
    'keys resolve order-42 --not-done': 'use pasarela idempotency resolve',
    'keys forget-refusals --since 30m': 'use pasarela idempotency forget-refusals',
    keys: 'use pasarela api-keys new, or pasarela idempotency list, settle, resolve, forget-refusals',
  };
  for (const [former, hint] of Object.entries(newNames)) {
    it(`pasarela ${former} does nothing and answers with the new name`, async () => {
      const { code, stdout, stderr } = await runHere(former.split(' '));
      expect([code, stdout]).to.deep.equal([1, '']);
      expect(stderr).to.equal(`pasarela: keys is now two commands: ${hint}\n`);
    });
  }

  it('serve prints one start-up line with address, processor and store', async () => {
    const program = await start(['serve', '--port', '0']);
    const address = await addressOf(program);
    expect(address).to.match(/^http:\/\/127\.0\.0\.1:\d+$/);
    const health = await callAt(address)('GET', '/health');
    expect(health.body).to.deep.equal({ status: 'ok' });
    program.kill('SIGTERM');
    const { code, stdout, stderr } = await program.end;
    expect(code).to.equal(0);
    expect(stdout).to.equal(
      `pasarela ${version} listens on ${address} (processor: memory, store: memory); reference: ${address}/doc\n`,
    );
    expect(stderr).to.include('set API_KEYS to require a key');
  });

  it('serve handles a whole payment and logs one JSON line for each request', async () => {
    const program = await start(['serve', '--port', '0'], { MEMORY_SEED: 'cli' });
    const address = await addressOf(program);
    const { charge } = await journeys(callAt(address)).paid(19.99);
    expect(charge).to.match(/^ch_/);
    program.kill('SIGTERM');
    const { stderr } = await program.end;
    const lines = stderr
      .split('\n')
      .filter((line) => line !== '')
      .map((line): unknown => JSON.parse(line));
    const requests = lines.filter((line) => at(line, 'msg') === 'request');
    expect(
      requests.map((line) => [at(line, 'method'), at(line, 'route'), at(line, 'status')]),
    ).to.deep.equal([
      ['POST', '/api/customers', 201],
      ['POST', '/api/cards', 201],
      ['POST', '/api/cards/assign', 201],
      ['POST', '/api/payments', 201],
      ['POST', '/api/payments/confirm', 200],
    ]);
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`${signal} while a request is in progress: it is answered, then the exit code is 0`, async () => {
      const program = await start(['serve', '--port', '0']);
      const address = await addressOf(program);
      const body = JSON.stringify({ email: 'ana@example.com', name: 'Ana', phone: '1' });
      const agent = new Agent({ keepAlive: true });
      const slow = request(`${address}/api/customers`, {
        method: 'POST',
        agent,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          expect: '100-continue',
        },
      });
      slow.flushHeaders();
      await once(slow, 'continue');
      slow.write(body.slice(0, 10));

      program.kill(signal);
      await program.printed('stderr', /"stopping"/);
      const refused = await callAt(address)('GET', '/health').catch(() => 'refused');
      expect(refused).to.equal('refused');

      const answered = new Promise<IncomingMessage>((resolve, reject) => {
        slow.once('response', resolve);
        slow.once('error', reject);
      });
      slow.end(body.slice(10));
      const answer = await answered;
      expect(answer.statusCode).to.equal(201);
      answer.resume();
      // The client keeps its connection open. The program ends anyway.
      const { code, signal: killedBy } = await program.end;
      agent.destroy();
      expect([code, killedBy]).to.deep.equal([0, null]);
    });
  }

  it('SIGTERM does not wait for idle connections that are kept alive', async () => {
    const program = await start(['serve', '--port', '0']);
    const address = await addressOf(program);
    const agent = new Agent({ keepAlive: true });
    await new Promise<void>((resolve, reject) => {
      const sent = request(`${address}/health`, { agent }, (answer) => {
        answer.resume();
        answer.once('end', resolve);
      });
      sent.once('error', reject);
      sent.end();
    });
    program.kill('SIGTERM');
    expect((await program.end).code).to.equal(0);
    agent.destroy();
  });

  it('reports a port in use in one line, with exit code 1', async () => {
    const squatter = createServer();
    squatter.listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const port = String(at(squatter.address(), 'port'));
    const { code, stdout, stderr } = await run(['serve', '--port', port]);
    squatter.close();
    expect([code, stdout]).to.deep.equal([1, '']);
    expect(stderr).to.equal(
      `pasarela: port ${port} on 127.0.0.1 is already in use: stop the other program, or choose another port with --port\n`,
    );
  });

  it('a second instance on the same port fails, and the first one continues', async () => {
    const first = await start(['serve', '--port', '0']);
    const address = await addressOf(first);
    const second = await run(['serve', '--port', new URL(address).port]);
    expect(second.code).to.equal(1);
    expect(second.stderr).to.include('is already in use');
    expect((await callAt(address)('GET', '/health')).status).to.equal(200);
  });

  it('reports a host of another machine in one line, with exit code 1', async () => {
    const { code, stderr } = await run(['serve', '--host', '192.0.2.1', '--port', '0']);
    expect(code).to.equal(1);
    expect(stderr).to.equal(
      'pasarela: 192.0.2.1 is not an address of this machine: choose another address with --host\n',
    );
  });

  it('names --port in a problem with it, and PORT in a problem with the variable', async () => {
    const hint = 'must be a whole number from 0 to 65535';
    for (const [args, env, name] of [
      [['--port', 'abc'], {}, '--port'],
      [['--port', '70000'], { PORT: '3000' }, '--port'],
      [[], { PORT: 'abc' }, 'PORT'],
    ] as const) {
      const { code, stderr } = await runHere(['serve', ...args], env);
      expect([code, stderr]).to.deep.equal([1, `pasarela: ${name} ${hint}\n`]);
    }
  });

  it('names every problem of the environment, each on a line of its own', async () => {
    const { code, stdout, stderr } = await runHere(['serve'], {
      PORT: 'many',
      PUBLIC_URL: 'shop.example',
      LOG_LEVEL: 'loud',
      CONFIRMATION_METHOD: 'magic',
      PROCESSOR: 'paypal',
    });
    expect([code, stdout]).to.deep.equal([1, '']);
    const [title, ...lines] = stderr.trimEnd().split('\n');
    expect([title, lines.length]).to.deep.equal(['pasarela: 5 problems:', 5]);
    for (const text of [
      'PORT must be a whole number from 0 to 65535',
      'PUBLIC_URL must be an http or https URL',
      'LOG_LEVEL must be one of debug, info, warn, error, silent',
      'CONFIRMATION_METHOD must be one of manual, automatic',
      'PROCESSOR must be memory, stripe, or the path of a module, such as ./bank-processor.js',
    ]) {
      expect(lines.map((line) => line.trim())).to.include(text);
    }
  });

  for (const [what, env, text] of [
    [
      'A2: the in-memory processor in production',
      { NODE_ENV: 'production', API_KEYS: apiKey },
      'the in-memory processor moves no real money and does not start in production',
    ],
    [
      'A1: production without keys',
      { NODE_ENV: 'production', ALLOW_MEMORY_PROCESSOR_IN_PRODUCTION: 'true' },
      'API_KEYS must contain at least one key in production',
    ],
    [
      'E9 A1: a live key, which means production, without API keys',
      { STRIPE_SECRET_KEY: liveKey },
      'API_KEYS must contain at least one key in production',
    ],
    [
      'A6: a live key without API keys outside production',
      { NODE_ENV: 'staging', STRIPE_SECRET_KEY: liveKey },
      'API_KEYS must contain at least one key with a live key of Stripe',
    ],
    [
      'I5c: production without a secret for idempotency keys',
      { NODE_ENV: 'production', API_KEYS: apiKey, ALLOW_MEMORY_PROCESSOR_IN_PRODUCTION: 'true' },
      'IDEMPOTENCY_SECRET must be set in production',
    ],
    [
      'PROCESSOR=stripe without a key',
      { PROCESSOR: 'stripe' },
      'PROCESSOR=stripe needs STRIPE_SECRET_KEY',
    ],
    [
      'a live key for a server that is not https',
      {
        STRIPE_SECRET_KEY: liveKey,
        API_KEYS: apiKey,
        STRIPE_BASE_URL: 'http://127.0.0.1:12111',
      },
      'STRIPE_BASE_URL must use https with a live key',
    ],
  ] as const) {
    it(`${what} does not start`, async () => {
      const { code, stdout, stderr } = await runHere(['serve', '--port', '0'], env);
      expect([code, stdout]).to.deep.equal([1, '']);
      expect(stderr)
        .to.match(/^pasarela: /)
        .and.include(text);
      expect(stderr).to.match(/^pasarela: .+\n(?: {2}.+\n)*$/);
    });
  }

  it('repeats no value of a variable or an option, although every one of them is a secret', async () => {
    const secret = `${liveKey}Opensesame`;
    const all = Object.fromEntries(Object.keys(variables).map((name) => [name, secret]));
    const options = ['--port', secret, '--host', secret];
    for (const [args, env] of [
      [['serve', ...options], all],
      [['serve', '--port', '0', '--host', secret], {}],
      [['serve', `--${secret}`], {}],
      [['serve', '--env', secret], {}],
      [['fake', '--fees', secret, '--clock', secret, '--secret', secret, ...options], {}],
    ] as const) {
      const { code, stdout, stderr } = await run(args, env);
      expect(code).to.equal(1);
      expect(stdout + stderr).not.to.include('Opensesame');
    }
  });

  it('A1 A2: in production it starts with an API key and ALLOW_MEMORY_PROCESSOR_IN_PRODUCTION', async () => {
    const program = await start(['serve', '--port', '0'], {
      NODE_ENV: 'production',
      API_KEYS: apiKey,
      IDEMPOTENCY_SECRET: '0123456789abcdef',
      ALLOW_MEMORY_PROCESSOR_IN_PRODUCTION: 'true',
    });
    const call = callAt(await addressOf(program));
    expect((await call('GET', '/api/customers')).status).to.equal(401);
    const headers = { authorization: `Bearer ${apiKey}` };
    expect((await call('GET', '/api/customers', { headers })).status).to.equal(200);
    expect(at((await call('GET', '/api/nada')).body, 'stack')).to.equal(undefined);
  });

  it('reads .env of the current folder; the environment takes precedence over it', async () => {
    const program = await start(
      ['serve'],
      { LOG_LEVEL: 'silent' },
      { '.env': `PORT=0\nLOG_LEVEL=loud\nAPI_KEYS=${apiKey}\n` },
    );
    const call = callAt(await addressOf(program));
    expect((await call('GET', '/api/customers')).status).to.equal(401);
    program.kill('SIGTERM');
    expect((await program.end).stderr).to.equal('');
  });

  it('--env names another file, and options take precedence over it', async () => {
    const program = await start(
      ['serve', '--env', 'shop.env', '--port', '0'],
      {},
      { '.env': 'LOG_LEVEL=loud\n', 'shop.env': `PORT=1\nAPI_KEYS=${apiKey}\n` },
    );
    const call = callAt(await addressOf(program));
    expect((await call('GET', '/api/customers')).status).to.equal(401);
  });

  it('reports a missing --env file in one line, with exit code 1', async () => {
    const { code, stderr } = await runHere(['serve', '--env', 'none.env']);
    expect(code).to.equal(1);
    expect(stderr).to.equal('pasarela: the file none.env does not exist: correct --env\n');
  });
});
