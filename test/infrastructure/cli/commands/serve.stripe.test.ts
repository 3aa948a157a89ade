import { expect } from 'chai';
import { createSqlIdempotencyStore } from '../../../../src/adapters/outbound/sql/idempotency-store.js';
import { migrateSchema } from '../../../../src/adapters/outbound/sql/migrate.js';
import { silentLogger } from '../../../../src/application/ports/logger.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { callAt } from '../../../support/http/call.js';
import { endlessResponses, startEndlessServer } from '../../../support/http/endless-server.js';
import { useHttpServer } from '../../../support/http/use-http-server.js';
import { at } from '../../../support/json/at.js';
import { usePrograms } from '../../../support/programs/use-programs.js';
import { capturedLog } from '../../../support/service/captured-log.js';
import { useSqlite } from '../../../support/stores/use-sqlite.js';
import { until } from '../../../support/time/until.js';

const key = ['sk', 'test', 'serve0123456789'].join('_');
const publishableKey = ['pk', 'test', 'serve0123456789'].join('_');
const webhookSecret = ['whsec', 'serve0123456789'].join('_');

const error = (type: string, message: string): string =>
  JSON.stringify({ error: { type, message } });

// Responses of a processor, or of a proxy before it, that contain the key.
const answers: Readonly<Record<string, readonly [status: number, body: string]>> = {
  'POST /v1/customers': [401, error('invalid_request_error', `Invalid API Key provided: ${key}`)],
  'GET /v1/customers': [403, error('invalid_request_error', `The key ${key} may not do this`)],
  'GET /v1/account': [200, JSON.stringify({ id: 'acct_2', object: 'account' })],
  'GET /v1/customers/cus_500': [500, error('api_error', `Something broke for ${key}`)],
  'GET /v1/customers/cus_text': [200, `<html>the key ${key}</html>`],
  'GET /v1/customers/cus_json': [200, JSON.stringify({ object: key, id: { authorization: key } })],
};

describe('pasarela serve on Stripe', () => {
  const { start, run, addressOf } = usePrograms();
  const { file, open } = useSqlite();
  let isSilent = false;
  const processor = useHttpServer((request, response) => {
    const [path] = (request.url ?? '').split('?');
    const answer = answers[`${request.method} ${path}`];
    if (answer === undefined || isSilent) {
      request.socket.destroy();
      return;
    }
    request.resume();
    response.writeHead(answer[0], { 'content-type': 'application/json' }).end(answer[1]);
  });
  const environment = () => ({
    STRIPE_SECRET_KEY: key,
    STRIPE_BASE_URL: processor(),
    STRIPE_MAX_RETRIES: '0',
    DATABASE_URL: 'memory:',
  });

  before(() => {
    for (const secret of [key, publishableKey, webhookSecret]) capturedLog.guard(secret);
  });

  it('names the processor in the start-up line and logs the warnings', async () => {
    const program = await start(['serve', '--port', '0'], environment());
    const address = await addressOf(program);
    program.kill('SIGTERM');
    const { code, stdout, stderr } = await program.end;
    expect(code).to.equal(0);
    expect(stdout).to.include(
      ` listens on ${address} (processor: stripe (test key) at ${processor()}, store: memory); `,
    );
    const warnings = stderr
      .split('\n')
      .filter((line) => line.includes('"level":"warn"'))
      .map((line): unknown => at(JSON.parse(line), 'msg'));
    expect(warnings).to.deep.equal([
      "Stripe's webhooks will be answered with 500: set WEBHOOK_SECRET to accept them",
      'received events and idempotency keys are lost at a restart: set DATABASE_URL to file:<path> or postgres://... to keep them',
      'every client that reaches this address may call: set API_KEYS to require a key',
    ]);
  });

  it('names a misspelt variable when it does not start without it', async () => {
    const path = await file();
    const database = await open(path);
    await valueOf(migrateSchema(database, silentLogger));
    await valueOf(createSqlIdempotencyStore(database).owner({ from: null, to: 'acct_1/live' }));
    const program = await start(['serve', '--port', '0'], {
      ...environment(),
      DATABASE_URL: `file:${path}`,
      ACCEPT_STORES_OF: 'acct_1/live',
    });
    const { code, stderr } = await program.end;
    expect(code).to.equal(1);
    expect(stderr)
      .to.include('belongs to the account acct_1/live, but')
      .and.include('Pasarela does not read ACCEPT_STORES_OF: did you mean ACCEPT_STORE_OF?');
  });

  it('ends with a failure when the first answer shows that its store belongs to another account', async () => {
    const path = await file();
    const database = await open(path);
    await valueOf(migrateSchema(database, silentLogger));
    const { owner } = createSqlIdempotencyStore(database);
    await valueOf(owner({ from: null, to: 'acct_1/test' }));
    isSilent = true;
    const env = { ...environment(), DATABASE_URL: `file:${path}` };
    const program = await start(['serve', '--port', '0'], env);
    await addressOf(program);
    isSilent = false;
    const { code, stderr } = await program.end;
    expect(code).to.equal(1);
    expect(stderr).to.include('belongs to the account acct_1/test, but the key of the processor');
    expect(stderr).to.include('stopping, because the store belongs to another account');
  });

  it('has neither controls nor pages of a bank or of Checkout', async () => {
    const call = callAt(await addressOf(await start(['serve', '--port', '0'], environment())));
    for (const [method, path] of [
      ['POST', '/_processor/reset'],
      ['POST', '/_processor/challenge'],
      ['GET', '/_processor/challenges/pi_1'],
      ['GET', '/_processor/checkout/cs_1'],
    ] as const) {
      const answer = await call(method, path);
      expect([answer.status, at(answer.body, 'message')]).to.deep.equal([
        404,
        `Route not found: ${path}`,
      ]);
    }
    expect((await call('GET', '/ready')).status).to.equal(200);
  });

  it('never shows the key, whatever the processor answers', async () => {
    const program = await start(['serve', '--port', '0'], {
      ...environment(),
      WEBHOOK_SECRET: webhookSecret,
      LOG_LEVEL: 'debug',
    });
    const call = callAt(await addressOf(program));
    const customer = { email: 'ana@example.com', name: 'Ana', phone: '1' };
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '314' };
    const received = [
      await call('POST', '/api/customers', { body: customer }),
      await call('GET', '/api/customers'),
      await call('GET', '/api/customers/cus_500'),
      await call('GET', '/api/customers/cus_text'),
      await call('GET', '/api/customers/cus_json'),
      // The connection closes without a response.
      await call('POST', '/api/cards', { body: card }),
      await call('GET', '/api/customers/cus_cut'),
      await call('POST', '/api/webhooks', {
        raw: '{}',
        headers: { 'stripe-signature': `t=1,v1=${key}` },
      }),
    ];
    program.kill('SIGTERM');
    const { stdout, stderr } = await program.end;
    const statuses = received.map(({ status }) => status);
    expect(statuses.pop()).to.equal(400);
    expect(Math.min(...statuses)).to.be.at.least(500);
    expect(at(received[0]?.body, 'code')).to.equal('processor_authentication_failed');
    expect(stderr).to.include('"error":"ProcessorAuthenticationFailed"');
    const said = [stdout, stderr, ...received.map(({ text }) => text)].join('\n');
    expect(said).not.to.include(key).and.not.to.include(card.number);
    // Not even a part that identifies the key.
    expect(said).not.to.include('serve0123456789');
  });

  it('shows the key neither in the help nor in a problem of the environment', async () => {
    for (const [args, env] of [
      [['serve', '--help'], environment()],
      [['serve'], { STRIPE_SECRET_KEY: publishableKey }],
      [['serve'], { STRIPE_SECRET_KEY: `"${key}"` }],
      [['serve'], { ...environment(), PROCESSOR: key, PORT: key }],
      [['serve', '--port', key], environment()],
      [['serve', '--host', '192.0.2.1', '--port', '0'], environment()],
    ] as const) {
      const { stdout, stderr } = await run(args, env);
      expect(stdout + stderr)
        .not.to.equal('')
        .and.not.to.include('serve0123456789');
    }
  });

  it('loads the HTTP client for Stripe, but not with the in-memory processor', async () => {
    const loader = `export const resolve = (specifier, context, next) => {
      if (specifier.startsWith('undici')) throw new Error('undici is asked for');
      return next(specifier, context);
    };`;
    const files = {
      'loader.mjs': loader,
      'register.mjs': `import { register } from 'node:module';
        register('./loader.mjs', import.meta.url);`,
    };
    const env = { NODE_OPTIONS: '--no-deprecation --import ./register.mjs' };
    const stripe = await run(['serve', '--port', '0'], { ...env, ...environment() }, files);
    expect([stripe.code, stripe.stderr]).to.deep.equal([
      1,
      'pasarela: unexpected error: Error: undici is asked for\n',
    ]);
    const memory = await start(['serve', '--port', '0'], env, files);
    expect(await addressOf(memory)).to.match(/^http:/);
  });

  for (const [what, head, text] of endlessResponses.filter(([name]) => !name.includes('chunks'))) {
    it(`ends after SIGTERM while the processor sends endless ${what}, and answers the request`, async () => {
      const endless = await startEndlessServer(head, text);
      const program = await start(['serve', '--port', '0'], {
        ...environment(),
        STRIPE_BASE_URL: endless.url,
        STRIPE_TIMEOUT_MS: '500',
      });
      const call = callAt(await addressOf(program));
      const answer = call('POST', '/api/customers', {
        body: { email: 'ana@example.com', name: 'Ana', phone: '+34600000000' },
      });
      await until(() => endless.requests() === 1);
      program.kill('SIGTERM');
      const { status, body } = await answer;
      expect({ status, outcome: at(body, 'outcome') }).to.deep.equal({
        status: 503,
        outcome: 'unknown',
      });
      expect((await program.end).code).to.equal(0);
      await endless.left();
      await endless.close();
    });
  }
});
