import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { startFakeServer } from '../../../src/fake-server.js';
import type { Fixture } from '../../../src/simulator/controls/fixture.js';
import { loadFixture, writeFixtureFile } from '../../../src/simulator/fake-server/fixture-file.js';
import { right } from '../../adapters/outbound/memory/support/outcomes.js';
import { rejectionOf } from '../../support/errors/rejection-of.js';
import { callAt } from '../../support/http/call.js';
import { at, listAt } from '../../support/json/at.js';
import { keyOf, noon, type Send, useWire } from '../support/use-wire.js';
import { usePostOffices } from '../webhooks/support/post-office.js';

const pay = (method: string): string =>
  `amount=1999&currency=eur&confirm=true&payment_method=${method}&return_url=https://shop.example/back`;

/** A customer, a payment, and a payment whose customer has to authenticate; made on a server of its own. */
const makeFixture = async (): Promise<{
  readonly fixture: Fixture;
  readonly challenged: string;
}> => {
  const server = await startFakeServer({ seed: 'maker', clock: () => noon });
  const call = callAt(server.url);
  const post = (path: string, raw: string) =>
    call('POST', path, {
      raw,
      headers: {
        authorization: `Bearer ${server.apiKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
    });
  try {
    await post('/v1/customers', 'name=Ana');
    await post('/v1/payment_intents', pay('pm_card_visa'));
    const { body } = await post('/v1/payment_intents', pay('pm_card_threeDSecure2Required'));
    return { fixture: server.fixture(), challenged: String(at(body, 'id')) };
  } finally {
    await server.close();
  }
};
const made = await makeFixture();

const names = async (send: Send): Promise<ReadonlyArray<unknown>> =>
  listAt((await send('GET', '/v1/customers')).body, 'data').map((customer) => at(customer, 'name'));

describe('accounts that begin with a fixture', () => {
  const wire = useWire({ fixture: made.fixture });

  it('have its objects and share nothing else, a hundred of them in parallel', async () => {
    const accounts = Array.from({ length: 100 }, (_, number) => wire().as(`parallel_${number}`));
    const ids = await Promise.all(
      accounts.map(async (send, number) => {
        const { body } = await send('POST', '/v1/customers', { form: `name=${number}` });
        return at(body, 'id');
      }),
    );
    expect(new Set(ids)).to.have.property('size', 100);
    expect(await Promise.all(accounts.map(names))).to.deep.equal(
      accounts.map((_, number) => [`${number}`, 'Ana']),
    );
  });

  it('begin with it again after a reset, and when they were dropped', async () => {
    for (const [name, method, path] of [
      ['again', 'POST', '/_processor/reset'],
      ['pasarela', 'POST', '/_processor/reset'],
      ['again', 'DELETE', '/_processor/account'],
      ['pasarela', 'DELETE', '/_processor/account'],
    ] as const) {
      const send = wire().as(name);
      await send('POST', '/v1/customers', { form: 'name=Eva' });
      expect(await names(send)).to.deep.equal(['Eva', 'Ana']);
      const headers = { 'content-type': 'application/json' };
      expect((await send(method, path, { headers })).status).to.equal(200);
      expect(await names(send)).to.deep.equal(['Ana']);
    }
  });

  it('have its open challenges on their own pages, under accounts of a key too', async () => {
    const page = async (send: Send, headers = {}): Promise<string> => {
      const path = `/v1/payment_intents/${made.challenged}`;
      const { body } = await send('GET', path, { headers });
      return String(at(body, 'next_action.redirect_to_url.url'));
    };
    const status = async (send: Send, headers = {}): Promise<unknown> => {
      const path = `/v1/payment_intents/${made.challenged}`;
      return at((await send('GET', path, { headers })).body, 'status');
    };
    const [one, other] = [wire().as('one'), wire().as('other')];
    const connected = { 'stripe-account': 'acct_1' };
    const url = await page(one, connected);
    expect(new URL(url).origin).to.equal(wire().server.url);
    await page(other);
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'approve' }),
      redirect: 'manual',
    });
    expect(answer.status).to.equal(303);
    expect(await status(one, connected)).to.equal('succeeded');
    expect(await status(one)).to.equal('requires_action');
    expect(await status(other)).to.equal('requires_action');
  });

  it('pass their state on as a fixture: over HTTP as the whole body, and from the server', async () => {
    const send = wire().as('passing');
    await send('POST', '/v1/customers', { form: 'name=Eva' });
    const { status, body } = await send('GET', '/_processor/fixture');
    expect(status).to.equal(200);
    expect(body).to.deep.equal(wire().server.fixture(keyOf('passing')));
    const next = await startFakeServer({ fixture: JSON.parse(JSON.stringify(body)) });
    try {
      const { data } = await next.processor.listCustomers({ limit: 10 })().then(right);
      expect(data.map(({ name }) => name)).to.deep.equal(['Eva', 'Ana']);
    } finally {
      await next.close();
    }
    const headers = { authorization: 'Bearer nonsense' };
    expect((await wire().send('GET', '/_processor/fixture', { headers })).status).to.equal(401);
  });
});

describe('the clock of a server with a fixture', () => {
  it('goes on from when the fixture was saved, unless the server has a clock', async () => {
    const resumed = await startFakeServer({ fixture: made.fixture });
    expect(resumed.processor.controls.clock.now()).to.be.within(noon, noon + 60);
    await resumed.close();
    const following = await startFakeServer({ fixture: made.fixture, clock: () => noon + 5000 });
    expect(following.processor.controls.clock.now()).to.equal(noon + 5000);
    await following.close();
  });
});

describe('webhook endpoints of a fixture', () => {
  const { receiver } = usePostOffices();

  it('receive the events of every account', async () => {
    const shop = await receiver();
    const maker = await startFakeServer();
    const call = callAt(maker.url);
    await call('POST', '/v1/webhook_endpoints', {
      raw: `url=${shop.url}&enabled_events[]=customer.created`,
      headers: {
        authorization: `Bearer ${maker.apiKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
    });
    const server = await startFakeServer({ fixture: maker.fixture() });
    await maker.close();
    for (const name of ['one', 'two']) {
      const { processor } = server.account(keyOf(name));
      await processor.createCustomer({ email: `${name}@example.com` })();
    }
    const calls = await shop.first(2);
    const emails = calls.map(({ body }) => at(JSON.parse(body), 'data.object.email'));
    expect(new Set(emails)).to.deep.equal(new Set(['one@example.com', 'two@example.com']));
    await server.close();
  });
});

describe('the file of a fixture', () => {
  const folders: Array<string> = [];
  const folder = async (): Promise<string> => {
    const path = await mkdtemp(join(tmpdir(), 'pasarela-fixture-'));
    folders.push(path);
    return path;
  };
  afterEach(async () => {
    for (const path of folders.splice(0)) await rm(path, { recursive: true });
  });

  it('is read as it was written, and replaced as a whole', async () => {
    const path = join(await folder(), 'shop.json');
    await writeFile(path, 'older');
    right(await writeFixtureFile(path, made.fixture)());
    expect(right(await loadFixture(path)())).to.deep.equal(made.fixture);
    const server = await startFakeServer({ fixture: path });
    expect((await server.processor.listCustomers({ limit: 10 })().then(right)).data).to.have.length(
      1,
    );
    await server.close();
  });

  it('that cannot be read is named with the reason', async () => {
    const directory = await folder();
    const path = join(directory, 'shop.json');
    const problem = (fixture: string | Fixture): Promise<string> =>
      rejectionOf(startFakeServer({ fixture }));
    expect(await problem(path)).to.include(
      `startFakeServer: fixture: ${path}: there is no such file or folder`,
    );
    expect(await problem(directory)).to.include('this is a folder, not a file');
    const { state } = made.fixture.snapshot;
    const text = JSON.stringify(made.fixture);
    await writeFile(path, text.slice(0, 1000));
    expect(await problem(path)).to.include(`${path}: not JSON, or cut short: SyntaxError`);
    await writeFile(path, JSON.stringify({ name: 'shop', state }));
    expect(await problem(path)).to.include(`${path}: not a fixture`);
    expect(await problem({ ...made.fixture, version: 2 })).to.include(
      'startFakeServer: fixture: its format is version 2',
    );
    await writeFile(path, text.replaceAll(/"email":null/g, '"email":7'));
    expect(await problem(path)).to.include(
      `startFakeServer: fixture: ${path}: a row is not as Pasarela writes it: TypeError`,
    );
  });

  it('that cannot be written is named with the reason', async () => {
    const path = join(await folder(), 'missing', 'shop.json');
    expect(await writeFixtureFile(path, made.fixture)()).to.deep.include({
      left: `${path}: cannot be written: there is no such file or folder`,
    });
    const shown = await readFile(path).catch(() => 'nothing');
    expect(shown).to.equal('nothing');
  });
});
