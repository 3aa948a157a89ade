import { expect } from 'chai';
import { engineOperations } from '../../../src/simulator/engine/operations.js';
import { callAt } from '../../support/http/call.js';
import { rawRequest } from '../../support/http/raw-request.js';
import { at } from '../../support/json/at.js';
import { until } from '../../support/time/until.js';
import { keyOf, useWire } from '../support/use-wire.js';

const card = ['4242', '4242', '4242', '4242'].join('');

describe('the console of the local server', () => {
  const wire = useWire();
  const get = (path: string, headers: Record<string, string> = {}) =>
    callAt(wire().server.url)('GET', path, { headers });
  const act = (name: string, account: string, body: object) =>
    callAt(wire().server.url)('POST', `/_processor/console/act/${name}?account=${account}`, {
      body,
    });
  const state = (account: string, list: string, more = '') =>
    get(`/_processor/console/state?account=${account}&list=${list}${more}`);
  const pay = async (account: string, form = ''): Promise<string> => {
    const { body } = await wire().as(account)('POST', '/v1/payment_intents', {
      form: `amount=1999&currency=eur&confirm=true&return_url=https://shop.example/back&payment_method=pm_card_visa&${form}`,
    });
    return String(at(body, 'id'));
  };

  it('is a page for browsers, and a description for programs', async () => {
    const page = await get('/', { accept: 'text/html,*/*;q=0.8' });
    expect(page.headers.get('content-type')).to.equal('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).to.include("script-src 'self';");
    expect(page.text).not.to.match(/<script>|<style>| style=| on[a-z]+=/);
    expect(at((await get('/')).body, 'api_key')).to.equal(wire().server.apiKey);
  });

  it('serves its script and its style from here alone', async () => {
    const script = await get('/_processor/console.js');
    expect(script.headers.get('content-type')).to.equal('text/javascript; charset=utf-8');
    expect(script.text).not.to.match(/innerHTML|insertAdjacentHTML|document\.write/);
    const style = await get('/_processor/console.css');
    expect(style.headers.get('content-type')).to.equal('text/css; charset=utf-8');
    expect(style.text).not.to.match(/url\(|@import/);
  });

  for (const path of ['state', 'object?id=x', 'feed', 'fixture', 'act/clock']) {
    it(`refuses ${path} to other sites and under foreign names`, async () => {
      const method = path.startsWith('act') ? 'POST' : 'GET';
      const { host } = new URL(wire().server.url);
      const ask = async (...lines: ReadonlyArray<string>): Promise<number> =>
        (
          await rawRequest(
            wire().server.url,
            `${method} /_processor/console/${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
          )
        ).status;
      expect(await ask(`Host: ${host}`, 'Sec-Fetch-Site: cross-site')).to.equal(403);
      expect(await ask(`Host: ${host}`, 'Origin: https://evil.example')).to.equal(403);
      expect(await ask('Host: evil.example')).to.equal(403);
    });
  }

  it('lists the objects of an account, as many as are asked for, with what became of a payment', async () => {
    const account = 'lists';
    const first = await pay(account);
    for (let count = 0; count < 50; count += 1) {
      await wire().as(account)('POST', '/v1/payment_intents', { form: 'amount=100&currency=eur' });
    }
    await wire().as(account)('POST', '/v1/refunds', { form: `payment_intent=${first}` });
    const page = (await state(account, 'payments')).body;
    expect(at(page, 'list.data')).to.have.length(50);
    expect(at(page, 'list.has_more')).to.equal(true);
    expect(at(page, 'counts')).to.include({ payments: 51, refunds: 1, disputes: 0, requests: 52 });
    const rest = (await state(account, 'payments', '&take=100')).body;
    expect(at(rest, 'list.data')).to.have.length(51);
    expect(at(rest, 'list.has_more')).to.equal(false);
    expect(at(rest, 'list.data.50.id')).to.equal(first);
    expect(at(rest, 'list.data.50.shown_status')).to.equal('refunded');
    expect(at(rest, 'accounts')).to.include.members(['pasarela', account]);
    for (const list of ['customers', 'refunds', 'disputes', 'events', 'deliveries', 'anything']) {
      expect((await state(account, list)).status).to.equal(200);
    }
    expect((await state('nobody', 'payments')).status).to.equal(404);
  });

  it('shows no card number and no secret of a request', async () => {
    const account = 'secrets';
    await wire().as(account)('POST', '/v1/tokens', {
      form: `card[number]=${card}&card[exp_month]=12&card[exp_year]=2040&card[cvc]=987`,
    });
    const id = await pay(account, `description=${card}`);
    const requests = await state(account, 'requests');
    const shown = [
      requests,
      await get(`/_processor/console/object?account=${account}&id=${id}`),
      ...(await Promise.all(
        [0, 1].map((place) =>
          get(
            `/_processor/console/object?account=${account}&id=${String(at(requests.body, `list.data.${place}.id`))}`,
          ),
        ),
      )),
    ];
    for (const { status, text } of shown) {
      expect(status).to.equal(200);
      expect(text).not.to.include(card);
      // Not as a part of an id or of a time, where it comes by chance.
      expect(text).not.to.match(/(?<![\w.])987(?![\w.])/);
      expect(text).not.to.include('_secret_');
    }
    expect(at(shown[2]?.body, 'object.request.confirm')).to.equal('true');
  });

  it('shows the requests of an account, and those without a valid key in each', async () => {
    await wire().as('mine')('POST', '/v1/customers', { form: 'name=Ana' });
    await wire().as('other')('POST', '/v1/customers', { form: 'name=Eva' });
    await wire().send('POST', '/v1/tokens', { form: `key=${keyOf('mine', 'pk')}` });
    await wire().send('GET', '/v1/balance');
    const { body } = await state('mine', 'requests');
    const rows = at(body, 'list.data');
    const paths = Array.isArray(rows)
      ? rows.map((one) => `${String(at(one, 'path'))} ${String(at(one, 'status'))}`)
      : [];
    expect(paths.slice(0, 3)).to.deep.equal([
      '/v1/balance 401',
      '/v1/tokens 400',
      '/v1/customers 200',
    ]);
    expect(at(body, 'list.data.0.problem')).to.include('You did not provide an API key');
  });

  it('tells a payment from its creation to its webhooks', async () => {
    const account = 'timeline';
    const id = await pay(account, 'payment_method=pm_card_threeDSecure2Required');
    await act('challenge', account, { id, outcome: 'approve' });
    await wire().as(account)('POST', '/_processor/clock');
    await act('refund', account, { id, amount: 500 });
    const { body } = await get(`/_processor/console/object?account=${account}&id=${id}`);
    const steps = at(body, 'timeline');
    const names = Array.isArray(steps)
      ? steps.map((step) => String(at(step, 'event.type') ?? at(step, 'request.path')))
      : [];
    expect(names.slice(0, 6)).to.deep.equal([
      '/v1/payment_intents',
      'payment_intent.created',
      'payment_intent.requires_action',
      '/_processor/console/act/challenge',
      'charge.succeeded',
      'payment_intent.succeeded',
    ]);
    expect(names).to.include.members(['/_processor/console/act/refund', 'refund.created']);
    expect(at(body, 'charge.amount_refunded')).to.equal(500);
  });

  it('finds every kind of object by its id', async () => {
    const account = 'kinds';
    const customer = String(at((await wire().as(account)('POST', '/v1/customers')).body, 'id'));
    const endpoint = await wire().as(account)('POST', '/v1/webhook_endpoints', {
      form: 'url=http://127.0.0.1:1/&enabled_events[]=payout.created',
    });
    const setup = await wire().as(account)('POST', '/v1/setup_intents');
    const session = await wire().as(account)('POST', '/v1/checkout/sessions', {
      form: 'mode=setup&currency=eur&success_url=https://shop.example/',
    });
    const payment = await pay(account, `customer=${customer}&payment_method=pm_card_createDispute`);
    await wire().as(account)('POST', '/v1/refunds', {
      form: `payment_intent=${await pay(account)}`,
    });
    await pay(account, 'payment_method=pm_card_bypassPending');
    const payout = await wire().as(account)('POST', '/v1/payouts', {
      form: 'amount=100&currency=eur',
    });
    const events = (await state(account, 'events')).body;
    const disputes = (await state(account, 'disputes')).body;
    const found = await get(`/_processor/console/object?account=${account}&id=${payment}`);
    const refundId = String(at((await state(account, 'refunds')).body, 'list.data.0.id'));
    const refund = at(
      (await get(`/_processor/console/object?account=${account}&id=${refundId}`)).body,
      'object',
    );
    for (const id of [
      customer,
      payment,
      at((await state(account, 'refunds')).body, 'list.data.0.id'),
      at(refund, 'balance_transaction'),
      at(endpoint.body, 'id'),
      at(setup.body, 'id'),
      at(session.body, 'id'),
      at(payout.body, 'id'),
      at(events, 'list.data.0.id'),
      at(disputes, 'list.data.0.id'),
      at(found.body, 'charge.id'),
      at(found.body, 'object.payment_method'),
    ]) {
      const one = await get(`/_processor/console/object?account=${account}&id=${String(id)}`);
      expect(at(one.body, 'object.id'), String(id)).to.equal(id);
    }
    const unknown = await get(`/_processor/console/object?account=${account}&id=tok_1`);
    expect(unknown.status).to.equal(404);
  });

  it('does what its buttons say, and answers what cannot be done', async () => {
    const account = 'buttons';
    const held = await pay(account, 'capture_method=manual');
    expect(at((await act('capture', account, { id: held })).body, 'done.status')).to.equal(
      'succeeded',
    );
    const open = await pay(account, 'capture_method=manual');
    expect(at((await act('cancel', account, { id: open })).body, 'done.status')).to.equal(
      'canceled',
    );
    const whole = await act('refund', account, { id: held });
    expect(at(whole.body, 'done.amount')).to.equal(1999);
    expect((await act('refund', account, { id: held })).status).to.equal(400);
    expect((await act('refund', account, { id: 7 })).status).to.equal(400);
    const disputed = await pay(account);
    expect(at((await act('dispute', account, { id: disputed })).body, 'done')).to.include({
      object: 'dispute',
      amount: 1999,
      status: 'needs_response',
    });
    expect((await act('dispute', account, { id: disputed })).status).to.equal(400);
    expect((await act('dispute', account, { id: 'pi_0' })).status).to.equal(404);
    expect((await act('explode', account, {})).status).to.equal(404);
    expect((await act('resend', account, { id: 'evt_1' })).status).to.equal(404);
    const broken = await callAt(wire().server.url)(
      'POST',
      `/_processor/console/act/cancel?account=${account}`,
      { raw: '{' },
    );
    expect(broken.status).to.equal(400);
  });

  it('finds rows by what people see of them, and by their status', async () => {
    const account = 'filter';
    const customer = await wire().as(account)('POST', '/v1/customers', {
      form: 'name=Ada&email=ada@example.com',
    });
    const owner = `customer=${String(at(customer.body, 'id'))}`;
    const shirt = await pay(account, `description=Blue+Shirt&metadata[order]=A-42&${owner}`);
    const other = await pay(account, 'amount=4448&receipt_email=bob@example.com');
    await pay(account, 'payment_method=pm_card_chargeDeclined');
    const found = async (query: string, list = 'payments') => {
      const { body } = await state(account, list, `&${query}`);
      const rows = at(body, 'list.data');
      return Array.isArray(rows) ? rows.map((row) => at(row, 'id')) : [];
    };
    expect(await found('q=blue')).to.deep.equal([shirt]);
    expect(await found('q=ada@EXAMPLE.com%20shirt')).to.deep.equal([shirt]);
    expect(await found('q=a-42')).to.deep.equal([shirt]);
    for (const amount of ['44.48', '44,48', '€44.48', '44,48 €']) {
      expect(await found(`q=${encodeURIComponent(amount)}`), amount).to.deep.equal([other]);
    }
    expect(await found(`q=${other}`)).to.deep.equal([other]);
    expect(await found('q=nobody')).to.deep.equal([]);
    expect(await found('status=declined')).to.have.length(1);
    expect(await found('q=bob&status=declined')).to.deep.equal([]);
    expect(await found('status=failed&q=payment_intents', 'requests')).to.have.length(1);
    expect(await found('q=payment_intent.succeeded', 'events')).to.have.length(2);
    expect(at((await state(account, 'payments')).body, 'list.statuses')).to.include('declined');
    expect(at((await state(account, 'customers')).body, 'list.statuses')).to.deep.equal([]);
  });

  it('stops looking after some thousand objects, and says so', async () => {
    const account = 'many';
    await pay(account);
    const { engine } = wire().server.account(keyOf(account));
    for (let count = 0; count < 5000; count += 1) {
      engine.call(engineOperations.createCustomer, { name: `Customer ${count}` });
    }
    const { body } = await state(account, 'customers', '&q=customer%204999');
    expect(at(body, 'list.data')).to.have.length(1);
    const none = (await state(account, 'customers', '&q=nobody')).body;
    expect(at(none, 'list')).to.deep.include({ data: [], has_more: false, stopped_after: null });
    engine.call(engineOperations.createCustomer, { name: 'One more' });
    const stopped = (await state(account, 'customers', '&q=nobody')).body;
    expect(at(stopped, 'list')).to.deep.include({ data: [], has_more: true, stopped_after: 5000 });
    const most = (await state(account, 'customers', '&take=9999')).body;
    expect(at(most, 'list.data')).to.have.length(1000);
    expect(at(most, 'list.stopped_after')).to.equal(null);
  });

  it('lists checkout sessions and setup intents with their pages, and plays their customer', async () => {
    const account = 'checkout';
    const open = await wire().as(account)('POST', '/v1/checkout/sessions', {
      form: 'mode=payment&success_url=https://shop.example/&customer_email=ada@example.com&line_items[0][quantity]=2&line_items[0][price_data][currency]=eur&line_items[0][price_data][unit_amount]=2224&line_items[0][price_data][product_data][name]=Shirt',
    });
    const session = String(at(open.body, 'id'));
    const row = async (list: string) => at((await state(account, list)).body, 'list.data.0');
    expect(await row('sessions')).to.include({
      shown_status: 'open',
      email: 'ada@example.com',
      about: 'Shirt × 2',
    });
    expect(at(await row('sessions'), 'awaits')).to.deep.equal({
      intent: null,
      method: null,
      page: at(open.body, 'url'),
    });
    const challenged = { card: ['4000', '0027', '6000', '3184'].join('') };
    await act('complete-checkout', account, { id: session, ...challenged });
    const waiting = await row('sessions');
    expect(at(waiting, 'shown_status')).to.equal('requires_action');
    expect(at(waiting, 'awaits.method')).to.equal('3D Secure');
    await act('challenge', account, { id: at(waiting, 'awaits.intent'), outcome: 'approve' });
    expect(await row('sessions')).to.include({ shown_status: 'complete' });
    const shown = await get(`/_processor/console/object?account=${account}&id=${session}`);
    const steps = at(shown.body, 'timeline');
    const names = Array.isArray(steps)
      ? steps.map((step) => String(at(step, 'event.type') ?? at(step, 'request.path')))
      : [];
    expect(names).to.include.members([
      '/v1/checkout/sessions',
      'checkout.session.completed',
      'payment_intent.succeeded',
    ]);

    const setup = await wire().as(account)('POST', '/v1/setup_intents', {
      form: 'payment_method=pm_card_threeDSecure2Required&confirm=true&return_url=https://shop.example/&description=Card',
    });
    const id = String(at(setup.body, 'id'));
    expect(at(await row('setups'), 'awaits')).to.deep.equal({
      intent: id,
      method: '3D Secure',
      page: at(setup.body, 'next_action.redirect_to_url.url'),
    });
    await act('challenge', account, { id, outcome: 'refuse' });
    expect(at(await row('setups'), 'shown_status')).to.equal('declined');
    expect(at((await act('cancel', account, { id })).body, 'done.status')).to.equal('canceled');
    const second = await wire().as(account)('POST', '/v1/checkout/sessions', {
      form: 'mode=setup&currency=eur&success_url=https://shop.example/',
    });
    const expired = await act('expire-session', account, { id: at(second.body, 'id') });
    expect(at(expired.body, 'done.status')).to.equal('expired');
    expect((await act('expire-session', account, { id: at(second.body, 'id') })).status).to.equal(
      400,
    );
  });

  it('shows the planned failures, and forgets them', async () => {
    const account = 'plans';
    const planned = async () => at((await state(account, 'payments')).body, 'planned');
    expect((await act('fail-next', account, { on: 'any', with: 'cut_short' })).status).to.equal(
      404,
    );
    await pay(account);
    await act('fail-next', account, { on: 'refund', with: { delay: 30_000 } });
    await act('double-webhook', account, {});
    expect(await planned()).to.deep.equal({
      failures: [{ on: 'refund', with: { delay: 30_000 }, times: 1 }],
      doubles: 1,
    });
    await act('forget-plans', account, {});
    expect(await planned()).to.deep.equal({ failures: [], doubles: 0 });
  });

  it('shows the account that was used last, which a passing request does not change', async () => {
    const shown = async () => at((await get('/_processor/console/state')).body, 'account');
    await pay('latest');
    expect(await shown()).to.equal('latest');
    await wire().as('reader')('GET', '/v1/balance');
    expect(await shown()).to.equal('latest');
    await pay('pasarela');
    expect(await shown()).to.equal('pasarela');
    await pay('latest');
    await wire().as('latest')('DELETE', '/_processor/account');
    expect(await shown()).to.equal('pasarela');
  });

  it('saves an account as a fixture', async () => {
    const id = await pay('saved');
    const { headers, text } = await get('/_processor/console/fixture?account=saved');
    expect(headers.get('content-disposition')).to.equal(
      'attachment; filename="saved.fixture.json"',
    );
    expect(at(JSON.parse(text), 'object')).to.equal('pasarela.fixture');
    expect(text).to.include(id);
  });

  it('tells a page of changes, and ends with the server', async () => {
    const { url } = wire().server;
    await pay('live');
    const response = await fetch(`${url}/_processor/console/feed?account=live`);
    expect(response.headers.get('content-type')).to.equal('text/event-stream; charset=utf-8');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const got: Array<string> = [];
    const reading = (async () => {
      for (;;) {
        const read = await reader?.read();
        if (read === undefined || read.done) return;
        got.push(read.value);
      }
    })().catch(() => undefined);
    await until(() => got.join('').includes('event: changed'));
    got.length = 0;
    wire().server.account(keyOf('live')).processor.controls.clock.advance(1);
    await pay('live');
    await until(() => got.join('').includes('event: changed'));
    await reader?.cancel();
    await reading;
  });
});
