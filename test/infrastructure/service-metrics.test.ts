import { expect } from 'chai';
import { startTestService, type TestService } from '../support/service/start-service.js';

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

describe('the metrics of a service', () => {
  const services: Array<TestService> = [];
  const start = async (...settings: Parameters<typeof startTestService>): Promise<TestService> => {
    const service = await startTestService(...settings);
    services.push(service);
    return service;
  };
  afterEach(async () => {
    for (const { close } of services.splice(0)) await close();
  });

  const read = async (address: string, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(`${address}/metrics`, { headers });
    const { status, headers: got } = response;
    return { status, type: got.get('content-type'), text: await response.text() };
  };

  it('count what it does', async () => {
    const { address, call } = await start({ env: { API_KEYS: 'shop:a-key' } });
    const headers = bearer('a-key');
    const keyed = { ...headers, 'Idempotency-Key': 'customer 1' };
    const body = { email: 'a@b.es', name: 'A', phone: '1' };
    for (let n = 0; n < 2; n += 1) await call('POST', '/api/customers', { body, headers: keyed });
    await call('GET', '/api/customers', { headers: bearer('wrong-key') });
    await call('GET', '/wp-admin.php?number=4242424242424242');
    const { status, type, text } = await read(address);
    expect({ status, type }).to.deep.equal({
      status: 200,
      type: 'text/plain; version=0.0.4; charset=utf-8',
    });
    expect(text.split('\n')).to.include.members([
      'pasarela_http_requests_total{method="POST",route="/api/customers",status="201",client="shop"} 2',
      'pasarela_http_requests_total{method="GET",route="/api/customers",status="401",client="none"} 1',
      'pasarela_http_requests_total{method="any",route="unknown",status="404",client="none"} 1',
      'pasarela_http_requests_in_progress 1',
      'pasarela_processor_calls_total{operation="createCustomer",outcome="done"} 1',
      'pasarela_idempotency_replays_total{operation="createCustomer"} 1',
      'pasarela_events_concluded_total{type="customer.created",conclusion="ignored"} 1',
      'pasarela_store_up 1',
    ]);
    expect(text).not.to.match(/42424242|wp-admin|a-key|wrong-key/u);
  });

  it('count declines and refusals of the processor', async () => {
    const { address, call, controls } = await start();
    const body = { email: 'a@b.es', name: 'A', phone: '1' };
    await controls.failNext({ on: 'any', with: 'timeout_after' });
    await call('POST', '/api/customers', { body });
    await call('GET', '/api/customers/cus_unknown');
    const { text } = await read(address);
    expect(text.split('\n')).to.include.members([
      'pasarela_processor_calls_total{operation="createCustomer",outcome="unknown"} 1',
      'pasarela_unknown_outcomes_total{operation="createCustomer",error="ProcessorUnavailable"} 1',
      'pasarela_processor_calls_total{operation="retrieveCustomer",outcome="refused"} 1',
    ]);
  });

  it('are for the holders of their key, which opens nothing else', async () => {
    const env = { METRICS_KEY: 'the-metrics-key', API_KEYS: 'shop:the-api-key' };
    const { address, call } = await start({ env });
    for (const headers of [{}, bearer('the-api-key'), bearer('')]) {
      const { status, text } = await read(address, headers);
      expect(status).to.equal(401);
      expect(text).not.to.include('pasarela_');
    }
    expect((await read(address, bearer('the-metrics-key'))).status).to.equal(200);
    const headers = bearer('the-metrics-key');
    expect((await call('GET', '/api/customers', { headers })).status).to.equal(401);
  });

  it('count a wrong key of theirs like a wrong API key', async () => {
    const env = { METRICS_KEY: 'the-metrics-key', FAILED_AUTHENTICATIONS_PER_MINUTE: '2' };
    const { address } = await start({ env });
    const statuses: Array<number> = [];
    for (const key of ['a', 'b', 'c', 'the-metrics-key']) {
      statuses.push((await read(address, bearer(key))).status);
    }
    expect(statuses).to.deep.equal([401, 401, 429, 200]);
  });

  it('do not exist when they are off', async () => {
    const { address } = await start({ env: { METRICS: 'off' } });
    expect((await read(address)).status).to.equal(404);
  });

  it('can have an address of their own, where nothing else is', async () => {
    const { address, logged } = await start({ env: { METRICS: '127.0.0.1:0' } });
    expect((await read(address)).status).to.equal(404);
    const [own = ''] = /http:\/\/127\.0\.0\.1:\d+/u.exec(logged()) ?? [];
    expect((await read(own)).text).to.include('pasarela_info');
    expect((await fetch(`${own}/api/customers`)).status).to.equal(404);
    expect((await fetch(`${own}/metrics`, { method: 'POST' })).status).to.equal(404);
  });

  it('keep the service from starting when their address is taken', async () => {
    const { address } = await start();
    const taken = startTestService({ env: { METRICS: new URL(address).host } });
    const error: unknown = await taken.catch((cause: unknown) => cause);
    expect(error).to.have.property('code', 'EADDRINUSE');
  });
});
