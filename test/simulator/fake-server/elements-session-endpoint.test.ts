import { expect } from 'chai';
import { type FakeServer, startFakeServer } from '../../../src/fake-server.js';
import { callAt } from '../../support/http/call.js';
import { at } from '../../support/json/at.js';

describe('GET /v3/elements-session', () => {
  let server: FakeServer;
  const key = ['pk', 'test', 'elements'].join('_');
  const ask = (query: Readonly<Record<string, string>>) =>
    callAt(server.url)('GET', `/v3/elements-session?${new URLSearchParams(query).toString()}`);

  before(async () => {
    server = await startFakeServer();
  });
  after(() => server.close());

  it('tells the payment methods that fit the options', async () => {
    const options = { key, mode: 'payment', currency: 'eur', 'payment_method_types[0]': 'card' };
    const { status, body } = await ask(options);
    expect([status, body]).to.deep.equal([
      200,
      {
        payment_method_types: ['card'],
        saves_method: false,
        wallets: ['apple_pay', 'google_pay'],
      },
    ]);
    const saving = await ask({ ...options, setup_future_usage: 'off_session' });
    expect(at(saving.body, 'saves_method')).to.equal(true);
  });

  it('asks the account that the page names', async () => {
    const { status, body } = await ask({ key, _stripe_account: 'acct_other', mode: 'setup' });
    expect(status).to.equal(200);
    expect(at(body, 'payment_method_types')).to.include('card');
  });

  it('needs a key', async () => {
    const { status, body } = await ask({ mode: 'payment' });
    expect([status, at(body, 'error.type')]).to.deep.equal([401, 'invalid_request_error']);
  });
});
