import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Answer } from '../support/http/call.js';
import { at, textAt } from '../support/json/at.js';
import { capturedLog } from '../support/service/captured-log.js';
import { journeys } from '../support/service/journeys.js';
import { startTestService, type TestService } from '../support/service/start-service.js';
import { until } from '../support/time/until.js';

const keyOf = (client: string): string => `key-of-the-client-${client}`;

const basic = (client: string): string =>
  `Basic ${Buffer.from(`any:${keyOf(client)}`).toString('base64')}`;

const clients = [
  ...['read', 'pay', 'refund', 'events'].map((scope) => ({
    name: scope,
    keys: [keyOf(scope)],
    scopes: [scope],
  })),
  { name: 'shop', keys: [keyOf('shop')] },
  { name: 'till', keys: [keyOf('till')], scopes: ['read', 'refund'], largest_refund_minor: 500 },
];

describe('interface: access to the console and the controls (A16)', () => {
  const running: Array<() => Promise<unknown>> = [];
  afterEach(async () => {
    for (const end of running.splice(0).toReversed()) await end();
  });

  const start = async () => {
    for (const { name } of clients) capturedLog.guard(keyOf(name));
    const folder = await mkdtemp(join(tmpdir(), 'pasarela-console-'));
    running.push(() => rm(folder, { recursive: true }));
    const path = join(folder, 'clients.json');
    const audit = join(folder, 'audit.log');
    const write = (list: ReadonlyArray<object>) =>
      writeFile(path, JSON.stringify({ clients: list }), { mode: 0o600 });
    await write(clients);
    const service: TestService = await startTestService({
      env: { API_KEYS_FILE: path, AUDIT_LOG: audit },
    });
    running.push(service.close);
    const as = (client: string, method: string, url: string, body?: unknown): Promise<Answer> =>
      service.call(method, url, {
        headers: {
          authorization: url.startsWith('/api') ? `Bearer ${keyOf(client)}` : basic(client),
        },
        ...(body === undefined ? {} : { body }),
      });
    return {
      ...service,
      write,
      as,
      /** Presses a button of the console. */
      press: (client: string, action: string, body: object) =>
        as(client, 'POST', `/_processor/console/act/${action}`, body),
      control: (client: string, name: string, body: object) =>
        service.call('POST', `/_processor/${name}`, {
          headers: { authorization: `Bearer ${keyOf(client)}` },
          body,
        }),
      shop: journeys((method, url, { body } = {}) => as('shop', method, url, body)),
      /** The lines of the audit log, after the service has stopped. */
      lines: async (): Promise<ReadonlyArray<unknown>> => {
        await running.pop()?.();
        return (await readFile(audit, 'utf8'))
          .trimEnd()
          .split('\n')
          .map((line): unknown => JSON.parse(line));
      },
    };
  };

  const lacks = (scope: string) => ({
    status: false,
    message: `Esta clave de API no tiene el permiso ${scope}, necesario para esta operación`,
    code: 'insufficient_scope',
  });

  it('a key without the scope refund refunds nothing with a button, and the audit log has both attempts', async () => {
    const { press, shop, as, lines } = await start();
    const { payment, charge } = await shop.paid(19.99);
    for (const client of ['read', 'pay', 'events']) {
      const refused = await press(client, 'refund', { id: payment, amount: 100 });
      expect([refused.status, refused.body]).to.deep.include(403);
      expect(refused.body).to.deep.include(lacks('refund'));
    }
    const done = await press('refund', 'refund', { id: payment, amount: 100 });
    expect([done.status, at(done.body, 'done.amount')], done.text).to.deep.equal([200, 100]);
    const refunds = await as('read', 'GET', `/api/payments/${payment}/refunds`);
    expect(at(refunds.body, 'data.data')).to.have.length(1);
    const audited = (await lines()).slice(-4);
    expect(audited[0]).to.include({
      stream: 'audit',
      operation: 'refundCharge',
      outcome: 'refused',
      client: 'read',
      address: '127.0.0.1',
      via: 'console',
      status: 403,
      code: 'insufficient_scope',
    });
    expect(audited[3]).to.include({
      operation: 'refundCharge',
      outcome: 'done',
      client: 'refund',
      via: 'console',
      status: 201,
      charge,
      amount: 100,
      currency: 'eur',
      object: textAt(done.body, 'done.id'),
    });
    expect(textAt(audited[3], 'request_id')).to.match(/^[0-9a-f-]{36}$/);
  });

  it('every button and every control needs its scope', async () => {
    const { press, control } = await start();
    const needed = {
      capture: 'pay',
      cancel: 'pay',
      dispute: 'pay',
      refund: 'refund',
      resend: 'events',
      challenge: 'pay',
      settle: 'pay',
      fail: 'pay',
      expire: 'pay',
      'complete-checkout': 'pay',
      'confirmation-token': 'pay',
      clock: 'pay',
      'fail-next': 'pay',
      'delay-events': 'pay',
      reset: 'pay',
    };
    const buttons = ['capture', 'cancel', 'dispute', 'refund', 'resend'];
    for (const [name, scope] of Object.entries(needed)) {
      for (const client of ['read', 'pay', 'refund', 'events', 'shop']) {
        const id = name === 'resend' ? 'evt_none' : 'pi_none';
        const answers = [await press(client, name, { id })];
        if (!buttons.includes(name)) answers.push(await control(client, name, { id }));
        for (const { status, body } of answers) {
          if (client !== scope && client !== 'shop') {
            expect(body, `${client}: ${name}`).to.deep.include(lacks(scope));
          } else if (name === 'reset' && client !== 'shop') {
            // It deletes the stored events too.
            expect(body).to.deep.include(lacks('events'));
          } else expect(status, `${client}: ${name}`).to.be.oneOf([200, 400, 404]);
        }
      }
    }
  });

  it('controls are in the audit log, from the console and from programs, also when they are refused', async () => {
    const { press, control, call, shop, lines } = await start();
    const { payment } = await shop.paid(19.99);
    await control('pay', 'clock', { advance: 60 });
    const disputed = await press('pay', 'dispute', { id: payment });
    expect(disputed.status, disputed.text).to.equal(200);
    await control('read', 'reset', {});
    await control('pay', 'settle', { id: 'pi_none' });
    await call('POST', '/_processor/reset');
    await press('pay', 'settle', {});
    const audited = (await lines()).slice(-6);
    expect(audited[0]).to.include({
      operation: 'controlProcessor',
      control: 'clock',
      outcome: 'done',
      client: 'pay',
      address: '127.0.0.1',
      status: 200,
    });
    expect(audited[0]).not.to.have.property('via');
    expect(audited[1]).to.include({
      operation: 'controlProcessor',
      control: 'dispute',
      via: 'console',
      outcome: 'done',
      object: textAt(disputed.body, 'done.id'),
      amount: 1999,
    });
    expect(audited[2]).to.include({ control: 'reset', outcome: 'refused', status: 403 });
    expect(audited[3]).to.include({ control: 'settle', outcome: 'refused', object: 'pi_none' });
    expect(audited[4]).to.include({ control: 'reset', status: 401, code: 'unauthorized' });
    expect(audited[4]).not.to.have.property('client');
    expect(audited[5]).to.include({ control: 'settle', via: 'console', status: 400 });
  });

  it('the largest refund of a client and the check of unknown fields hold for buttons', async () => {
    const { press, shop } = await start();
    const { payment } = await shop.paid(19.99);
    for (const body of [{ id: payment, amount: 501 }, { id: payment }]) {
      const { status, body: answer } = await press('till', 'refund', body);
      expect([status, at(answer, 'code')]).to.deep.equal([400, 'refund_too_large']);
    }
    const unknown = await press('shop', 'refund', { id: payment, amount: 1, amnt: 2 });
    expect([unknown.status, at(unknown.body, 'code')]).to.deep.equal([400, 'unknown_field']);
    expect((await press('till', 'refund', { id: payment, amount: 500 })).status).to.equal(200);
    const none = await press('shop', 'refund', { id: 'pi_none', amount: 1 });
    expect([none.status, at(none.body, 'message')]).to.deep.equal([404, 'Cargo no encontrado']);
  });

  it('buttons capture, cancel and send events again', async () => {
    const { press, shop, as } = await start();
    const customer_id = await shop.customer();
    const held = async () =>
      shop.payment({
        customer_id,
        payment_method: await shop.card(customer_id),
        capture_method: 'manual',
        confirm: true,
      });
    const captured = await press('pay', 'capture', { id: await held() });
    expect(at(captured.body, 'done.status'), captured.text).to.equal('succeeded');
    expect(captured.text).not.to.include('_secret_');
    const canceled = await press('pay', 'cancel', { id: await held() });
    expect(at(canceled.body, 'done.status'), canceled.text).to.equal('canceled');
    let event = '';
    await until(async () => {
      event = String(at((await as('events', 'GET', '/api/events')).body, 'data.data.0.id'));
      return event.startsWith('evt_');
    });
    const again = await press('events', 'resend', { id: event });
    expect(at(again.body, 'done.id'), again.text).to.equal(event);
  });

  it('reading needs the scope read, and events the scope events', async () => {
    const { as, shop } = await start();
    const { payment } = await shop.paid(10);
    const status = async (client: string, path: string) =>
      (await as(client, 'GET', `/_processor/console/${path}`)).status;
    for (const path of ['state?list=payments', `object?id=${payment}`, 'feed', 'fixture']) {
      expect(await status('pay', path), path).to.equal(403);
    }
    for (const list of ['payments', 'customers', 'requests']) {
      expect(await status('read', `state?list=${list}`)).to.equal(200);
    }
    for (const list of ['events', 'deliveries', 'doubts', 'findings']) {
      const refused = await as('read', 'GET', `/_processor/console/state?list=${list}`);
      expect(refused.body).to.deep.include(lacks('events'));
      expect(await status('shop', `state?list=${list}`)).to.equal(200);
    }
    expect(await status('read', 'fixture')).to.equal(403);
    expect(await status('shop', 'fixture')).to.equal(200);
    const events = await as('shop', 'GET', '/_processor/console/state?list=events');
    const event = textAt(events.body, 'list.data.0.id');
    expect(await status('shop', `object?id=${event}`)).to.equal(200);
    expect(await status('read', `object?id=${event}`)).to.equal(404);
    const timeline = async (client: string) =>
      (await as(client, 'GET', `/_processor/console/object?id=${payment}`)).text;
    expect(await timeline('shop')).to.include('evt_');
    expect(await timeline('read')).not.to.include('evt_');
    await as('shop', 'GET', '/api/events');
    await as('shop', 'POST', '/api/webhooks', { body: { id: 'evt_of_a_person' } });
    const requests = '/_processor/console/state?list=requests';
    expect((await as('shop', 'GET', requests)).text).to.include('/api/events');
    expect((await as('shop', 'GET', requests)).text).to.include('/api/webhooks');
    for (const path of ['/api/events', '/api/webhooks']) {
      expect((await as('read', 'GET', requests)).text).not.to.include(path);
    }
  });

  it('a client with scopes sees the hashes of idempotency keys, and one without sees the keys', async () => {
    const { as, call } = await start();
    await call('POST', '/api/customers', {
      headers: { authorization: `Bearer ${keyOf('shop')}`, 'Idempotency-Key': 'order-42' },
      body: { email: 'ana@example.com', name: 'Ana', phone: '+34600000000' },
    });
    const keySeenBy = async (client: string) => {
      const list = await as(client, 'GET', '/_processor/console/state?list=requests');
      const id = textAt(list.body, 'list.data.0.id');
      const seen = await as(client, 'GET', `/_processor/console/object?id=${id}`);
      return at(seen.body, 'object.idempotency_key');
    };
    expect(await keySeenBy('shop')).to.equal('order-42');
    const hash = createHash('sha256').update('order-42').digest('hex');
    for (const client of ['read', 'till']) expect(await keySeenBy(client)).to.equal(hash);
  });

  it('the page learns which scopes its key has, and is refused in its language', async () => {
    const { as, call } = await start();
    const scopesOf = async (client: string) =>
      at((await as(client, 'GET', '/_processor/console/state')).body, 'scopes');
    expect(await scopesOf('till')).to.deep.equal(['read', 'refund']);
    expect(await scopesOf('shop')).to.equal(null);
    const { body } = await call('POST', '/_processor/console/act/clock', {
      headers: { authorization: basic('read'), 'accept-language': 'en' },
      body: { advance: 1 },
    });
    expect(at(body, 'message')).to.equal(
      'This API key lacks the permission pay, which the operation needs',
    );
  });

  it('wrong keys for the controls count like those for the interface', async () => {
    const { call } = await start();
    const headers = { authorization: 'Bearer wrong' };
    const statuses = new Set<number>();
    for (let time = 0; time < 61; time += 1) {
      statuses.add((await call('POST', '/_processor/clock', { headers })).status);
    }
    expect([...statuses]).to.deep.equal([401, 429]);
  });

  for (const [what, after] of [
    ['its key is revoked', clients.filter(({ name }) => name !== 'read')],
    [
      'its key has lost the scope read',
      clients.map((one) => (one.name === 'read' ? { ...one, scopes: ['pay'] } : one)),
    ],
  ] as const) {
    it(`the live feed ends when ${what}, and those of other keys go on`, async () => {
      const { address, write, press } = await start();
      const follow = async (client: string) => {
        const { body } = await fetch(`${address}/_processor/console/feed`, {
          headers: { authorization: basic(client) },
        });
        if (body === null) throw new Error('no feed');
        const reader = body.getReader();
        await reader.read();
        return reader;
      };
      const [revoked, other] = [await follow('read'), await follow('shop')];
      const ended = revoked.read().then(
        ({ done }) => done,
        () => true,
      );
      await write(after);
      expect(await ended).to.equal(true);
      const next = other.read();
      await press('shop', 'clock', { advance: 1 });
      expect((await next).done).to.equal(false);
      await other.cancel();
    });
  }
});
