import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { createSqlIdempotencyStore } from '../../../../src/adapters/outbound/sql/idempotency-store.js';
import { migrateSchema } from '../../../../src/adapters/outbound/sql/migrate.js';
import { silentLogger } from '../../../../src/application/ports/logger.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { startFakeServer } from '../../../../src/fake-server.js';
import { useHttpServer } from '../../../support/http/use-http-server.js';
import { keptAnswer, keyedRequest } from '../../../support/idempotency/keyed-request.js';
import { at, listAt } from '../../../support/json/at.js';
import { runHere } from '../../../support/programs/run-here.js';
import { useSqlite } from '../../../support/stores/use-sqlite.js';

describe('pasarela doctor', () => {
  const { file, open } = useSqlite();
  const restricted = useHttpServer((_request, response) => {
    response.writeHead(403, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { type: 'invalid_request_error', message: 'no' } }));
  });
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
      `error    configuration  PORT must be a whole number from 0 to 65535
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
      ['cards', 'ok'],
      ['cards', 'ok'],
      ['clock', 'ok'],
      ['webhooks', 'ok'],
      ['webhooks', 'warning'],
      ['events', 'warning'],
    ]);
    for (const secret of [apiKey, webhookSecret, 'kkkk']) expect(stdout).not.to.include(secret);
  });

  it('compares the account of the key with that of the store', async () => {
    const server = await startFakeServer();
    const path = await file();
    const database = await open(path);
    const env = {
      STRIPE_BASE_URL: server.url,
      STRIPE_SECRET_KEY: server.apiKey,
      STRIPE_MAX_RETRIES: '0',
      DATABASE_URL: `file:${path}`,
    };
    const own = `${server.account(server.apiKey).id}/test`;
    const found = async (more: Readonly<Record<string, string>> = {}) => {
      const { stdout } = await runHere(['doctor'], { ...env, ...more });
      return stdout
        .replaceAll(path, 'a.db')
        .split('\n')
        .filter((line) => / account {2}/.test(line));
    };
    expect(await found(), 'there is no schema yet').to.deep.equal([]);
    await valueOf(migrateSchema(database, silentLogger));
    expect(await found()).to.deep.equal([
      `ok       account        the store file:a.db belongs to nobody yet; the first start binds it to ${own}`,
    ]);
    const down = { STRIPE_BASE_URL: 'http://127.0.0.1:9' };
    expect(await found(down)).to.deep.equal([]);
    const { owner } = createSqlIdempotencyStore(database);
    await valueOf(owner({ from: null, to: own }));
    expect(await found()).to.deep.equal([
      `ok       account        the store file:a.db is used for ${own}, the account of the key`,
    ]);
    expect(await found(down)).to.deep.equal([
      `warning  account        the store file:a.db belongs to the account ${own}; the processor does not tell whose the key is`,
    ]);
    const hiding = { STRIPE_BASE_URL: restricted() };
    expect(await found(hiding)).to.deep.equal([
      'warning  account        the key of the processor may not read its account: a store of another account in the same mode is not noticed',
    ]);
    await valueOf(owner({ from: own, to: 'acct_1/test' }));
    const [line = ''] = await found();
    expect(line).to.match(
      /^error {4}account {8}the store file:a\.db belongs to the account acct_1\/test, but /,
    );
    const accepting = { ACCEPT_STORE_OF: 'acct_1/test' };
    expect(await found(accepting)).to.deep.equal([
      `warning  account        the store file:a.db belongs to the account acct_1/test; the next start takes it over for ${own}, because ACCEPT_STORE_OF says so`,
    ]);
    const { claim } = createSqlIdempotencyStore(database);
    await valueOf(claim(keyedRequest({})));
    const [doubtful = ''] = await found(accepting);
    expect(doubtful).to.match(/^error .* must be settled before, /);
    await server.close();
  });

  it('looks for clients that are gone from API_KEYS, also with requests in doubt', async () => {
    const path = await file();
    const database = await open(path);
    await valueOf(migrateSchema(database, silentLogger));
    const store = createSqlIdempotencyStore(database);
    const env = { DATABASE_URL: `file:${path}`, API_KEYS: 'web:key1' };
    const found = async (more: Readonly<Record<string, string>> = {}) => {
      const { code, stdout } = await runHere(['doctor'], { ...env, ...more });
      return [code, ...stdout.split('\n').filter((line) => line.includes(' clients '))];
    };
    const inOrder = [
      0,
      'ok       clients        every client that has keys in the store may call, or is retired',
    ];
    expect(await found()).to.deep.equal(inOrder);
    await valueOf(store.claim(keyedRequest({ scopes: ['client:shop'], key: 'one' })));
    expect(await found()).to.deep.equal([
      1,
      'error    clients        clients that may not call any more have requests without a response in the store: shop (1). A repetition under another name would run as new, and could charge twice: write API_KEYS=<name>=shop:<key> with the name that it has now, or RETIRED_CLIENTS=shop if it is gone on purpose. pasarela idempotency list shows the requests',
    ]);
    expect(await found({ RETIRED_CLIENTS: 'shop' })).to.deep.equal(inOrder);
    const clients = join(dirname(path), 'clients.json');
    const inFile = { API_KEYS: '', API_KEYS_FILE: clients };
    expect(await found(inFile)).to.deep.equal([
      1,
      'error    clients        API_KEYS_FILE: it cannot be read (ENOENT)',
    ]);
    await writeFile(clients, JSON.stringify({ clients: [{ name: 'shop', keys: ['key1'] }] }), {
      mode: 0o600,
    });
    expect(await found(inFile)).to.deep.equal(inOrder);
    await valueOf(
      store.answer({ scope: 'client:shop', key: 'one', owner: 'owner' }, keptAnswer('text', 0)),
    );
    const [code, quiet = ''] = await found();
    expect(code).to.equal(0);
    expect(quiet).to.match(
      /^warning {2}clients {8}clients that the store knows may not call any more: shop\. /,
    );
  });

  it('says nothing about accounts of a file that is not a database', async () => {
    const path = dirname(await file());
    const { stdout } = await runHere(['doctor'], { DATABASE_URL: `file:${path}` });
    expect(stdout).to.include('error    store').and.not.include(' account ');
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
