import { connect } from 'node:net';
import { expect } from 'chai';
import { at } from '../support/json/at.js';
import { startTestService, type TestService } from '../support/service/start-service.js';
import { until } from '../support/time/until.js';

describe('interface: limits of the API reference (A3)', () => {
  const running: Array<TestService> = [];
  afterEach(async () => {
    for (const service of running.splice(0)) await service.close();
  });
  const start = async (env: Readonly<Record<string, string>>): Promise<TestService> => {
    const service = await startTestService({ env });
    running.push(service);
    return service;
  };

  it('each address may ask for it so many times in a minute', async () => {
    const { call } = await start({ RATE_LIMIT_PER_MINUTE: '2', TRUSTED_PROXIES: 'loopback' });
    const read = (address: string) =>
      call('GET', '/doc/openapi.json', { headers: { 'x-forwarded-for': address } });
    const statuses = [await read('203.0.113.7'), await read('203.0.113.7')];
    expect(statuses.map(({ status }) => status)).to.deep.equal([200, 200]);
    const refused = await read('203.0.113.7');
    expect([refused.status, at(refused.body, 'code')]).to.deep.equal([429, 'too_many_requests']);
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60);
    expect((await read('203.0.113.8')).status).to.equal(200);
  });

  it('with DOC=key the requests of a client count together, whatever they are for', async () => {
    const key = ['key', 'of', 'the', 'reference', 'reader'].join('-');
    const { call } = await start({ API_KEYS: key, DOC: 'key', RATE_LIMIT_PER_MINUTE: '2' });
    const headers = { authorization: `Bearer ${key}` };
    const statuses: Array<number> = [];
    for (const path of ['/doc', '/api/customers', '/doc']) {
      statuses.push((await call('GET', path, { headers })).status);
    }
    expect(statuses).to.deep.equal([200, 200, 429]);
  });

  it('keeps a place until its response was taken, and takes none from payments', async () => {
    const { address, call } = await start({ MAX_REQUESTS_IN_PROGRESS: '1' });
    // Made before, so that it keeps the only place for a moment.
    await call('GET', '/doc/openapi.json');
    const { pathname } = new URL(
      /src="([^"]+swagger-ui-bundle\.js)"/.exec((await call('GET', '/doc')).text)?.[1] ?? '',
      `${address}/doc`,
    );
    const { hostname, port } = new URL(address);
    // More than the buffers of the system hold, to a caller that reads nothing.
    const caller = connect(Number(port), hostname).pause();
    caller.on('error', () => undefined);
    caller.write(`GET ${pathname} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(400));
    await until(async () => (await call('GET', '/doc/openapi.json')).status === 503);
    const refused = await call('GET', '/doc/openapi.json');
    expect([refused.status, at(refused.body, 'code')]).to.deep.equal([503, 'overloaded']);
    expect(refused.headers.get('retry-after')).to.equal('1');
    expect((await call('GET', '/api/customers')).status).to.equal(200);
    expect((await call('GET', '/health')).status).to.equal(200);
    caller.destroy();
    await until(async () => (await call('GET', '/doc/openapi.json')).status === 200);
  });
});
