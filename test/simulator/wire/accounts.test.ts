import { expect } from 'chai';
import { createPort } from '../../../src/adapters/outbound/memory/create-port.js';
import { startFakeServer } from '../../../src/fake-server.js';
import { engineOperations } from '../../../src/simulator/engine/operations.js';
import { createAccounts } from '../../../src/simulator/wire/accounts.js';
import { at, listAt } from '../../support/json/at.js';
import { keyOf, noon, type Send, useWire } from '../support/use-wire.js';
import { usePostOffices } from '../webhooks/support/post-office.js';

const acct = 'acct_1PgafTB7WZ01zgkW';

const create = async (send: Send, headers = {}): Promise<string> =>
  String(at((await send('POST', '/v1/customers', { headers })).body, 'id'));

const count = async (send: Send, headers = {}): Promise<number> =>
  listAt((await send('GET', '/v1/customers', { headers })).body, 'data').length;

describe('accounts of the fake server', () => {
  const wire = useWire();

  it('the name in a key names the account, whatever the kind of the key', async () => {
    const ours = wire().as('ours');
    await create(ours);
    expect(await count(ours)).to.equal(1);
    expect(await count(wire().as('theirs'))).to.equal(0);
    const restricted = { authorization: `Bearer ${keyOf('ours', 'rk')}` };
    expect(await count(wire().send, restricted)).to.equal(1);
    const basic = { authorization: `Basic ${btoa(`${keyOf('ours')}:`)}` };
    expect(await count(wire().send, basic)).to.equal(1);
  });

  it('Stripe-Account names another account under the key', async () => {
    const headers = { 'stripe-account': acct };
    await create(wire().as('platform'), headers);
    expect(await count(wire().as('platform'), headers)).to.equal(1);
    expect(await count(wire().as('platform'))).to.equal(0);
    expect(await count(wire().as('other'), headers)).to.equal(0);
    expect(wire().server.account(keyOf('platform'), acct).id).to.equal(acct);
    expect(wire().server.account(keyOf('platform')).id).to.match(/^acct_[0-9A-Za-z]{16}$/);
  });

  it('server.account finds accounts by their keys only', async () => {
    const { server } = wire();
    const id = await create(wire().as('found'));
    const events = server.account(keyOf('found')).processor.controls.events();
    expect(at(events, 'data.0.data.object.id')).to.equal(id);
    expect(server.account(server.apiKey).processor).to.equal(server.processor);
    expect(() => server.account('nonsense')).to.throw(TypeError, 'Invalid API Key');
    expect(() => server.account(keyOf('found'), 'acct-1')).to.throw(TypeError, "account 'acct-1'");
  });

  it('do what is due without a request', async () => {
    const clock = { now: noon };
    const server = await startFakeServer({ clock: () => clock.now });
    try {
      const headers = { authorization: `Bearer ${keyOf('waiting')}` };
      const answer = await fetch(`${server.url}/v1/charges`, {
        method: 'POST',
        headers,
        body: new URLSearchParams('amount=900&currency=eur&source=tok_visa'),
      });
      const charge = String(at(await answer.json(), 'id'));
      const refund = new URLSearchParams({ charge });
      await fetch(`${server.url}/v1/refunds`, { method: 'POST', headers, body: refund });
      const { engine } = server.account(keyOf('waiting'));
      const updated = new Promise<string>((resolve) => {
        engine.onEvent(({ type }) => {
          resolve(type);
        });
      });
      clock.now += 2;
      expect(await updated).to.equal('refund.updated');
    } finally {
      await server.close();
    }
  });

  it('the same seed gives an account of the same name the same ids, in any order', async () => {
    const idsOf = async (seed: string, names: ReadonlyArray<string>) => {
      const server = await startFakeServer({ seed, clock: () => noon });
      try {
        const ids: Record<string, ReadonlyArray<unknown>> = {};
        for (const name of names) {
          const headers = { authorization: `Bearer ${keyOf(name)}` };
          await fetch(`${server.url}/v1/customers`, { headers });
          const answer = await fetch(`${server.url}/v1/customers`, { method: 'POST', headers });
          const requestId = answer.headers.get('request-id');
          ids[name] = [at(await answer.json(), 'id'), requestId, server.account(keyOf(name)).id];
        }
        return ids;
      } finally {
        await server.close();
      }
    };
    const first = await idsOf('a', ['one', 'two']);
    expect(await idsOf('a', ['two', 'one'])).to.deep.equal(first);
    expect(new Set(Object.values(first).flat())).to.have.property('size', 6);
    expect(await idsOf('b', ['one', 'two'])).not.to.deep.equal(first);
  });

  it('reads do not change the ids of later objects', async () => {
    const idAfter = async (reads: number): Promise<string> => {
      const server = await startFakeServer({ seed: 'reads', clock: () => noon });
      const headers = { authorization: `Bearer ${server.apiKey}` };
      try {
        for (let read = 0; read < reads; read += 1) {
          await fetch(`${server.url}/v1/customers`, { headers });
        }
        const made = await fetch(`${server.url}/v1/customers`, { method: 'POST', headers });
        return String(at(await made.json(), 'id'));
      } finally {
        await server.close();
      }
    };
    expect(await idAfter(3)).to.equal(await idAfter(0));
  });
});

describe('the challenge page of an account', () => {
  const wire = useWire();

  const challenge = async (name: string, headers = {}): Promise<URL> => {
    const { body } = await wire().as(name)('POST', '/v1/payment_intents', {
      headers,
      form: 'amount=1999&currency=eur&confirm=true&payment_method=pm_card_threeDSecure2Required&return_url=https://shop.example/back',
    });
    return new URL(String(at(body, 'next_action.redirect_to_url.url')));
  };
  const visit = async (url: URL): Promise<readonly [status: number, page: string]> => {
    const answer = await fetch(url);
    return [answer.status, await answer.text()];
  };

  it('is found by the account in its URL only', async () => {
    const url = await challenge('guarded');
    expect((await visit(url))[0]).to.equal(200);
    url.searchParams.set('account', wire().server.account(keyOf('bystander')).id);
    expect((await visit(url))[0]).to.equal(404);
    url.searchParams.delete('account');
    const [status, page] = await visit(url);
    expect(status).to.equal(404);
    expect(page).to.include('<!doctype html>');
    const ours = await challenge('pasarela');
    expect((await visit(ours))[0]).to.equal(200);
    ours.searchParams.delete('account');
    expect((await visit(ours))[0]).to.equal(200);
  });

  it('is found for an account under a key', async () => {
    const url = await challenge('platform', { 'stripe-account': acct });
    expect((await visit(url))[0]).to.equal(200);
  });
});

describe('an account that is dropped', () => {
  const wire = useWire({ seed: 'dropped' });

  it('begins again with the next use of its key, and takes those under it along', async () => {
    const send = wire().as('ended');
    const beside = wire().as('ended_not');
    const first = await create(send);
    await create(send, { 'stripe-account': acct });
    await create(beside);
    const { status, body } = await send('DELETE', '/_processor/account');
    expect([status, at(body, 'message'), at(body, 'data')]).to.deep.equal([
      200,
      'Cuenta eliminada',
      { deleted: true },
    ]);
    expect(await count(send)).to.equal(0);
    expect(await count(send, { 'stripe-account': acct })).to.equal(0);
    expect(await count(beside)).to.equal(1);
    expect(await create(send)).to.equal(first);
  });

  it('may be one under a key, which stays', async () => {
    const send = wire().as('holding');
    const headers = { 'stripe-account': acct };
    await create(send);
    await create(send, headers);
    expect((await send('DELETE', '/_processor/account', { headers })).status).to.equal(200);
    expect([await count(send), await count(send, headers)]).to.deep.equal([1, 0]);
  });

  it('is not dropped without a valid key', async () => {
    const headers = { authorization: 'Bearer nonsense' };
    expect((await wire().send('DELETE', '/_processor/account', { headers })).status).to.equal(401);
  });

  it('forgets its idempotency keys, its deliveries and its challenges', async () => {
    const send = wire().as('forgetful');
    const { server } = wire();
    const keyed = { form: 'name=Ana', headers: { 'idempotency-key': 'one' } };
    const { body: made } = await send('POST', '/v1/customers', keyed);
    server.account(keyOf('forgetful')).processor.controls.clock.advance(10);
    server.dropAccount(keyOf('forgetful'));
    const again = await send('POST', '/v1/customers', { ...keyed, form: 'name=Eva' });
    expect(at(again.body, 'name')).to.equal('Eva');
    expect(at(again.body, 'created')).to.equal(at(made, 'created'));
    const { body } = await send('GET', '/_processor/deliveries');
    expect(listAt(body, 'data.data')).to.deep.equal([]);
  });

  it('starts over if it is the one of the server’s own key', async () => {
    const { server } = wire();
    const send = wire().as('pasarela');
    await create(send);
    await create(send, { 'stripe-account': acct });
    server.dropAccount(server.apiKey);
    expect(await count(send)).to.equal(0);
    expect(await count(send, { 'stripe-account': acct })).to.equal(0);
    await create(send);
    expect(server.processor.controls.events().data).to.have.length(1);
  });
});

describe('accounts over the limit', () => {
  const dropped: Array<unknown> = [];
  const ignore = (): void => undefined;
  const wire = useWire({
    maxAccounts: 2,
    logger: { info: ignore, error: ignore, warn: (_, fields) => dropped.push(fields?.['account']) },
  });

  it('drop the one that was unused the longest, but never that of the server’s own key', async () => {
    await create(wire().as('pasarela'));
    await create(wire().as('one'));
    await create(wire().as('two'));
    expect(await count(wire().as('one'))).to.equal(1);
    const { id } = wire().server.account(keyOf('two'));
    await count(wire().as('one'));
    await create(wire().as('three'));
    expect(dropped).to.deep.equal([id]);
    expect(await count(wire().as('one'))).to.equal(1);
    expect(await count(wire().as('two'))).to.equal(0);
    expect(await count(wire().as('one'))).to.equal(1);
    expect(await count(wire().as('pasarela'))).to.equal(1);
  });

  it('drop those first that only publishable keys have used, which any web page may make', async () => {
    wire().server.dropAccount(keyOf('three'));
    wire().server.dropAccount(keyOf('one'));
    await create(wire().as('mine'));
    for (const name of ['a', 'b', 'c']) {
      const form = `key=${keyOf(name, 'pk')}`;
      await wire().send('POST', '/v1/tokens', { form });
    }
    expect(await count(wire().as('mine'))).to.equal(1);
    // With its secret key, an account is like all others.
    await create(wire().as('c'));
    await wire().send('POST', '/v1/tokens', { form: `key=${keyOf('d', 'pk')}` });
    expect(await count(wire().as('c'))).to.equal(1);
  });
});

describe('accounts that were only read', () => {
  const wire = useWire({ maxAccounts: 3 });

  it('go first, so that many keys drop no account that holds something', async () => {
    await create(wire().as('mine'));
    for (let key = 0; key < 10; key += 1) await count(wire().as(`reader_${key}`));
    expect(await count(wire().as('mine'))).to.equal(1);
    // A program that holds on to an account may listen to its events.
    const { processor } = wire().server.account(keyOf('reader_9'));
    for (let key = 0; key < 10; key += 1) await count(wire().as(`reader_${key}0`));
    expect(wire().server.account(keyOf('reader_9')).processor).to.equal(processor);
  });
});

describe('webhooks of a dropped account', () => {
  const { receiver } = usePostOffices();
  const wire = useWire({ webhookPauses: [3600] });

  it('are not sent again, and the receivers of other accounts stay', async () => {
    const shop = await receiver(500, 500);
    const register = (name: string) =>
      wire().as(name)('POST', '/v1/webhook_endpoints', {
        form: `url=${shop.url}&enabled_events[]=customer.created`,
      });
    const deliveries = async (name: string): Promise<ReadonlyArray<unknown>> =>
      listAt((await wire().as(name)('GET', '/_processor/deliveries')).body, 'data.data');
    await register('ended');
    await create(wire().as('ended'));
    await shop.first(1);
    const { processor } = wire().server.account(keyOf('ended'));
    wire().server.dropAccount(keyOf('ended'));
    await processor.createCustomer({ email: 'ana@example.com' })();
    await register('staying');
    await create(wire().as('staying'));
    const calls = await shop.first(2);
    const emails = calls.map(({ body }) => at(JSON.parse(body), 'data.object.email'));
    expect(emails).to.deep.equal([null, null]);
    expect(await deliveries('ended')).to.deep.equal([]);
  });

  it('are broken off on their way', async () => {
    const shop = await receiver('hang');
    const send = wire().as('leaving');
    await send('POST', '/v1/webhook_endpoints', {
      form: `url=${shop.url}&enabled_events[]=customer.created`,
    });
    await create(send);
    await shop.first(1);
    wire().server.dropAccount(keyOf('leaving'));
    await shop.gone();
  });
});

describe('the work that is due in an account', () => {
  it('lets others through when there is much of it', async () => {
    const clock = { now: noon };
    const none = () => '';
    const defaultAccount = { name: 'busy', connected: null };
    const accounts = createAccounts({
      processorOf: createPort,
      seed: 'busy',
      clock: () => clock.now,
      keepEvents: 10,
      cardTokens: true,
      start: undefined,
      challengeUrl: none,
      checkoutUrl: none,
      searchDelay: 0,
      fees: null,
      onListenerError: none,
      defaultAccount,
      maxAccounts: 1,
      onAccount: none,
      onDrop: none,
    });
    const { engine } = accounts.of(defaultAccount);
    const payments = 450;
    const payment = { amount: 900, currency: 'eur', payment_method: 'pm_card_visa', confirm: true };
    for (let made = 0; made < payments; made += 1) {
      engine.call(engineOperations.createIntent, payment, {
        intentDefaults: { methods: 'cards', captureMethod: 'automatic_async' },
      });
    }
    let booked = 0;
    engine.onEvent(({ type }) => {
      if (type === 'charge.updated') booked += 1;
    });
    clock.now += 60;
    let bookedBefore = 0;
    setImmediate(() => {
      bookedBefore = booked;
    });
    await accounts.catchUp();
    expect([bookedBefore, booked]).to.deep.equal([200, payments]);
  });
});
