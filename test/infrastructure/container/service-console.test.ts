import { expect } from 'chai';
import { valueOf } from '../../../src/contract/stores/store-assertions.js';
import { callAt } from '../../support/http/call.js';
import { at } from '../../support/json/at.js';
import { startTestService, type TestService } from '../../support/service/start-service.js';
import { eventually, until } from '../../support/time/until.js';

describe('the console of a service with the in-memory processor', () => {
  const open: Array<TestService> = [];
  const start = async (env: Readonly<Record<string, string>> = {}) => {
    const service = await startTestService({ env });
    open.push(service);
    const { call } = service;
    return {
      ...service,
      state: (list: string) => call('GET', `/_processor/console/state?list=${list}`),
    };
  };
  afterEach(async () => {
    for (const service of open.splice(0)) await service.close();
  });

  const key = 'a-key-of-the-shop';
  const customer = { email: 'ada@example.com', name: 'Ada', phone: '+34600000000' };

  it('shows doubts: requests with an unknown outcome, and payments that wait for a confirmation', async () => {
    const { call, state, controls } = await start();
    expect(at((await state('doubts')).body, 'list.data')).to.deep.equal([]);
    const made = await call('POST', '/api/customers', { body: customer });
    const customer_id = String(at(made.body, 'data.id'));
    const pay = (body: object, headers = {}) =>
      call('POST', '/api/payments', {
        body: { customer_id, amount: 19.99, confirm: true, ...body },
        headers,
      });
    await controls.failNext({ on: 'create', with: 'timeout_before' });
    const metadata = { order: 'A-42' };
    await pay({ payment_method: 'pm_card_visa', metadata }, { 'idempotency-key': 'order A-42' });
    const challenged = await pay({
      payment_method: 'pm_card_threeDSecure2Required',
      return_url: 'https://shop.example/back',
    });
    const payment = String(at(challenged.body, 'data.id'));
    await controls.challenge(payment, 'approve');
    await eventually(async () => {
      const { body } = await state('doubts');
      expect(at(body, 'counts.doubts')).to.equal(2);
      expect(at(body, 'list.data.0')).to.include({ kind: 'unknown_outcome', order: 'A-42' });
      expect(at(body, 'list.data.1')).to.include({ kind: 'unconfirmed', object_id: payment });
    });
    const id = String(at((await state('doubts')).body, 'list.data.0.id'));
    const shown = await call('GET', `/_processor/console/object?id=${id}`);
    expect(at(shown.body, 'object')).to.include({ id, amount: 1999, customer: customer_id });
    const gone = await call('GET', '/_processor/console/object?id=doubt_1_2');
    expect(gone.status).to.equal(404);
  });

  it('shows what the reconciliation found, and keeps who has seen it with a note', async () => {
    const { call, state, findingStore } = await start({ RECONCILE_MINUTES: '60' });
    // Its own run finds nothing, and comes before.
    await until(async () => (await valueOf(findingStore.summary)).succeededAt !== null);
    const found = {
      id: 'charged_twice:order/7',
      rule: 'charged_twice',
      severity: 'error',
      message: 'two charges of 19.99 EUR',
      advice: 'Give one back.',
      since: 1,
    } as const;
    await valueOf(findingStore.keep([found], { from: 0, at: 1_700_000_000 }));
    const { body } = await state('findings');
    expect(at(body, 'counts.findings')).to.equal(1);
    expect(at(body, 'list.statuses')).to.deep.equal(['unseen']);
    const id = String(at(body, 'list.data.0.id'));
    expect(id).to.match(/^finding_[a-p]+$/);
    const about = async () =>
      at((await call('GET', `/_processor/console/object?id=${id}`)).body, 'object');
    expect(await about()).to.deep.include({
      finding: found.id,
      type: 'charged_twice',
      about: found.message,
      description: found.advice,
      status: 'unseen',
      note: '',
    });
    const mark = (given: object) =>
      call('POST', '/_processor/console/act/mark-finding', { body: given });
    const seen = await mark({ id, seen: true, note: 'given back, card 4242424242424242' });
    expect(at(seen.body, 'done')).to.deep.equal({ id, marked: true });
    expect(await about()).to.include({ status: 'seen' });
    expect(JSON.stringify(await valueOf(findingStore.list(1))))
      .to.include('given back')
      .and.not.to.include('4242424242424242');
    await mark({ id, seen: false });
    expect(await about()).to.include({ status: 'unseen' });
    expect(String(at(await about(), 'note'))).to.match(/^given back/);
    expect(at((await mark({ id: 'finding_00', seen: true })).body, 'done')).to.include({
      marked: false,
    });
    const unknown = await call('GET', '/_processor/console/object?id=finding_00');
    expect(unknown.status).to.equal(404);
  });

  it('has no findings where the service does not reconcile', async () => {
    const { call, state } = await start();
    const { body } = await state('findings');
    expect(at(body, 'list.data')).to.deep.equal([]);
    expect(at(body, 'counts.findings')).to.equal(undefined);
    const mark = await call('POST', '/_processor/console/act/mark-finding', { body: {} });
    expect(mark.status).to.equal(404);
  });

  it('shows customers, events with their state, and requests without their secrets', async () => {
    const { address, call, state, logged } = await start();
    await call('POST', '/api/customers', { body: customer });
    const token = await call('POST', '/api/cards', {
      body: { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '987' },
    });
    expect(token.status).to.equal(201);
    expect((await call('GET', '/', { headers: { accept: 'text/html' } })).text).to.include(
      '/_processor/console.js',
    );
    const led = await fetch(`${address}/`, { redirect: 'manual' });
    expect(led.headers.get('location')).to.equal('doc');
    const page = await state('customers');
    expect(at(page.body, 'list.data.0.email')).to.equal('ada@example.com');
    expect(at(page.body, 'example')).to.include('/api/customers');
    await eventually(async () => {
      expect(at((await state('deliveries')).body, 'list.data.0')).to.include({
        type: 'customer.created',
        status: 'ignored',
      });
    });
    const event = String(at((await state('deliveries')).body, 'list.data.0.event'));
    const again = await call('POST', '/_processor/console/act/resend', { body: { id: event } });
    expect(at(again.body, 'done.id')).to.equal(event);
    const shown = await call('GET', `/_processor/console/object?id=${event}`);
    expect(at(shown.body, 'deliveries')).to.have.length(1);

    const requests = await state('requests');
    expect(at(requests.body, 'list.data.2')).to.include({ method: 'POST', path: '/api/customers' });
    const cards = String(at(requests.body, 'list.data.1.id'));
    const { text } = await call('GET', `/_processor/console/object?id=${cards}`);
    expect(text).to.include('/api/cards');
    expect(text).not.to.match(/4242424242424242|(?<![\w.])987(?![\w.])/);
    expect((await call('GET', '/_processor/console/state?account=other')).status).to.equal(404);
    expect(logged()).not.to.include('/_processor/console/state');
  });

  it('asks for an API key where there is one, and refuses pages of other sites all the same', async () => {
    const { address } = await start({ API_KEYS: `shop:${key}` });
    const ask = (path: string, headers: Readonly<Record<string, string>>) =>
      callAt(address)('GET', path, { headers: { accept: 'text/html', ...headers } });
    const known = { authorization: `Basic ${Buffer.from(`any:${key}`).toString('base64')}` };
    for (const path of ['/', '/_processor/console.js', '/_processor/console/state']) {
      const { status, headers } = await ask(path, {});
      expect(status).to.equal(401);
      expect(headers.get('www-authenticate')).to.include('Basic');
      expect((await ask(path, known)).status).to.equal(200);
    }
    const foreign = await ask('/_processor/console/state', {
      ...known,
      origin: 'https://evil.example',
    });
    expect(foreign.status).to.equal(403);
    expect(at((await ask('/_processor/console/state', known)).body, 'example')).to.include(
      '$API_KEY',
    );
  });

  it('ends its feeds at once when the service stops', async () => {
    const { address, close } = await start();
    open.length = 0;
    const feed = await fetch(`${address}/_processor/console/feed`);
    const ended = feed.text().then(
      () => true,
      () => true,
    );
    let closed = false;
    void close().then(() => {
      closed = true;
    });
    expect(await ended).to.equal(true);
    await until(() => closed);
  });
});
