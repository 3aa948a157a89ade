import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { eventOf } from '../../src/contract/stores/event-store/event-of.js';
import { signatureOf } from '../support/http/signature-of.js';
import { at } from '../support/json/at.js';
import { startTestService } from '../support/service/start-service.js';
import { until } from '../support/time/until.js';

const ada = { email: 'ada@example.com', name: 'Ada', phone: '1' };
const secret = ['whsec', 'limits0123456789'].join('_');
const env = { REQUEST_TIMEOUT_MS: '50', WEBHOOK_SECRET: secret };

const gate = () => {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
};

describe('a request that takes longer than REQUEST_TIMEOUT_MS', () => {
  it('is answered "unknown" once the processor was called, and its outcome is stored for its key', async () => {
    const { opened, open } = gate();
    let calls = 0;
    const service = await startTestService({
      env,
      processor: {
        createCustomer: () => async () => {
          calls += 1;
          await opened;
          return E.right({ id: 'cus_late', object: 'customer', created: 1 });
        },
      },
    });
    const create = () =>
      service.call('POST', '/api/customers', { body: ada, headers: { 'idempotency-key': 'k' } });
    const late = await create();
    expect([late.status, at(late.body, 'code'), at(late.body, 'outcome')]).to.deep.equal([
      503,
      'processor_unavailable',
      'unknown',
    ]);
    expect(late.headers.get('retry-after')).to.equal('2');
    open();
    await until(() => service.logged().includes('a request ended after its time limit'));
    const again = await create();
    expect([again.status, at(again.body, 'data.id'), calls]).to.deep.equal([201, 'cus_late', 1]);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    await service.close();
  });

  it('never reaches the processor when it has waited for the store so long, and its key is free again', async () => {
    const { opened, open } = gate();
    let waits = true;
    let calls = 0;
    const service = await startTestService({
      env,
      processor: {
        createCustomer: () => async () => {
          calls += 1;
          return E.right({ id: 'cus_1', object: 'customer', created: 1 });
        },
      },
      idempotencyStore: (store) => ({
        claim: (request) => async () => {
          if (waits) await opened;
          return store.claim(request)();
        },
      }),
    });
    const create = (headers: Readonly<Record<string, string>>) =>
      service.call('POST', '/api/customers', { body: ada, headers });
    const late = await create({ 'idempotency-key': 'k' });
    // An earlier request with the key may have done the work.
    expect([late.status, at(late.body, 'code'), at(late.body, 'outcome')]).to.deep.equal([
      503,
      'store_unavailable',
      'unknown',
    ]);
    open();
    await until(() => service.logged().includes('a request ended after its time limit'));
    expect(calls).to.equal(0);
    waits = false;
    expect((await create({ 'idempotency-key': 'k' })).status).to.equal(201);
    expect(calls).to.equal(1);
    await service.close();
  });

  it('is answered although it only reads, with "not_done", or is a webhook', async () => {
    const { opened, open } = gate();
    const service = await startTestService({
      env,
      eventStore: {
        store: () => async () => {
          await opened;
          return E.right('stored');
        },
        list: () => async () => {
          await opened;
          return E.right(O.none);
        },
      },
    });
    const raw = JSON.stringify(eventOf('evt_1'));
    const headers = {
      'stripe-signature': signatureOf(raw, secret, Math.floor(Date.now() / 1000)),
    };
    const [read, webhook] = await Promise.all([
      service.call('GET', '/api/events'),
      service.call('POST', '/api/webhooks', { raw, headers }),
    ]);
    expect([read.status, at(read.body, 'outcome')]).to.deep.equal([503, 'not_done']);
    expect([webhook.status, at(webhook.body, 'code')]).to.deep.equal([503, 'store_unavailable']);
    open();
    await service.close();
  });

  it('is 408 while its body does not come', async () => {
    const service = await startTestService({ env });
    const { hostname, port } = new URL(service.address);
    const socket = connect(Number(port), hostname);
    socket.write(
      'POST /api/customers HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    );
    const [answer] = await once(socket, 'data');
    expect(String(answer)).to.match(/^HTTP\/1\.1 408 /);
    socket.destroy();
    await service.close();
  });
});
