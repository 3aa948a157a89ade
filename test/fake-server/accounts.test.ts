import { expect } from 'chai';
import { startFakeServer } from '../../src/fake-server/start-fake-server.js';
import { at, listAt } from '../support/json/at.js';
import { keyOf, noon, type Send, useWire } from './support/use-wire.js';

const acct = 'acct_1PgafTB7WZ01zgkW';

describe('accounts of the fake server', () => {
  const wire = useWire();

  const create = async (send: Send, headers = {}): Promise<string> =>
    String(at((await send('POST', '/v1/customers', { headers })).body, 'id'));
  const count = async (send: Send, headers = {}): Promise<number> =>
    listAt((await send('GET', '/v1/customers', { headers })).body, 'data').length;

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
