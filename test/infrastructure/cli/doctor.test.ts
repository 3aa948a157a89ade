import { expect } from 'chai';
import { startFakeServer } from '../../../src/fake-server/start-fake-server.js';
import { useHttpServer } from '../../support/http/use-http-server.js';
import { at, listAt } from '../../support/json/at.js';
import { runHere } from '../../support/programs/run-here.js';

describe('pasarela doctor', () => {
  const hostile = useHttpServer((_request, response) => {
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: '\u001B[2Jall is well' } }));
  });

  it('prints a line for each check, and what to do', async () => {
    const { code, stdout } = await runHere(['doctor']);
    expect([code, stdout]).to.deep.equal([
      0,
      `ok       configuration  valid; NODE_ENV is "development"
warning  configuration  every client that reaches this address may call: set API_KEYS to require a key
ok       store          in memory: it is empty at every start
ok       processor      in memory: no money moves, and no network is needed
0 errors, 1 warning
`,
    ]);
  });

  it('fails with every problem of the configuration', async () => {
    const { code, stdout } = await runHere(['doctor'], { PORT: 'x', API_KEY: 'secret of a shop' });
    expect([code, stdout]).to.deep.equal([
      1,
      `error    configuration  PORT must be a number from 0 to 65535
error    configuration  Pasarela does not read API_KEY: did you mean API_KEYS?
2 errors, 0 warnings; the other checks need a valid configuration
`,
    ]);
  });

  it('prints JSON, without keys and secrets', async () => {
    const server = await startFakeServer();
    const { url, apiKey, webhookSecret } = server;
    const env = {
      STRIPE_BASE_URL: url,
      STRIPE_SECRET_KEY: apiKey,
      WEBHOOK_SECRET: webhookSecret,
      API_KEYS: `shop:${'k'.repeat(20)}`,
      DATABASE_URL: 'file:none.db',
      PUBLIC_URL: 'http://127.0.0.1:3000',
    };
    const { code, stdout } = await runHere(['doctor', '--json'], env);
    await server.close();
    expect(code).to.equal(0);
    const report: unknown = JSON.parse(stdout);
    expect(at(report, 'ok')).to.equal(true);
    expect(
      listAt(report, 'checks').map((found) => [at(found, 'check'), at(found, 'level')]),
    ).to.deep.equal([
      ['configuration', 'ok'],
      ['store', 'warning'],
      ['processor', 'ok'],
      ['clock', 'ok'],
      ['webhooks', 'ok'],
      ['webhooks', 'warning'],
      ['events', 'warning'],
    ]);
    for (const secret of [apiKey, webhookSecret, 'kkkk']) expect(stdout).not.to.include(secret);
  });

  it('writes out what would clear the terminal', async () => {
    const { stdout } = await runHere(['doctor'], {
      STRIPE_BASE_URL: hostile(),
      STRIPE_SECRET_KEY: ['sk', 'test', 'doctor'].join('_'),
    });
    expect(stdout).to.include('(400): \\u001b[2Jall is well');
    expect(stdout).not.to.include('\u001B');
  });

  it('is not content with Stripe over a store that forgets, and says so once', async () => {
    const secretKey = ['sk', 'test', 'doctor'].join('_');
    const env = { STRIPE_BASE_URL: 'http://127.0.0.1:9', STRIPE_SECRET_KEY: secretKey };
    const { stdout } = await runHere(['doctor'], { ...env, DATABASE_URL: 'memory:' });
    expect(stdout.match(/^.*are lost at a restart.*$/gm)).to.deep.equal([
      'warning  store          in memory: received events and idempotency keys are lost at a restart',
    ]);
  });

  it('says that everything is in order', async () => {
    const { stdout } = await runHere(['doctor'], { API_KEYS: `shop:${'k'.repeat(20)}` });
    expect(stdout.split('\n').at(-2)).to.equal('everything is in order');
  });
});
