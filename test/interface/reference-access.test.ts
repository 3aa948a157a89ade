import { expect } from 'chai';
import { at } from '../support/json/at.js';
import { overStripe } from '../support/service/set-ups.js';
import { useService } from '../support/service/use-service.js';

const key = ['reference', 'key', 'of', 'the', 'shop'].join('-');
const secret = ['reference', 'idempotency', 'secret'].join('-');
const production = {
  NODE_ENV: 'production',
  API_KEYS: `shop:${key}`,
  IDEMPOTENCY_SECRET: secret,
  ALLOW_MEMORY_PROCESSOR_IN_PRODUCTION: 'true',
};

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

for (const [title, env] of [
  ['in production', production],
  ['with DOC=key', { DOC: 'key', API_KEYS: `shop:${key}` }],
] as const) {
  describe(`interface: the API reference ${title}`, () => {
    const { call } = useService({ env });
    const paths = ['/doc', '/doc/openapi.json'];

    for (const authorization of [
      '',
      'Bearer wrong',
      basic('shop', 'wrong'),
      basic(key, ''),
      'Basic !',
      `Basic ${key}`,
    ]) {
      it(`is 401 with ${authorization === '' ? 'no' : `wrong ${authorization.split(' ')[0]}`} credentials`, async () => {
        for (const path of paths) {
          const headers = authorization === '' ? {} : { authorization };
          const answer = await call('GET', path, { headers });
          expect(answer.headers.get('www-authenticate')).to.match(/^Basic realm="/);
          expect([answer.status, at(answer.body, 'code')]).to.deep.equal([401, 'unauthorized']);
        }
      });
    }

    for (const authorization of [`Bearer ${key}`, basic('', key), basic('ana', key)]) {
      it(`is readable with the key, ${authorization.split(' ')[0]}`, async () => {
        for (const path of paths) {
          expect((await call('GET', path, { headers: { authorization } })).status).to.equal(200);
        }
      });
    }

    it('A1: the interface takes no password', async () => {
      const headers = { authorization: basic('ana', key) };
      expect((await call('GET', '/api/customers', { headers })).status).to.equal(401);
    });
  });
}

describe('interface: wrong keys for the API reference', () => {
  const { call } = useService({ env: { ...production, FAILED_AUTHENTICATIONS_PER_MINUTE: '2' } });

  it('count like those for the interface', async () => {
    const statuses: Array<number> = [];
    for (const path of ['/doc', '/api/customers', '/doc', '/doc']) {
      statuses.push((await call('GET', path)).status);
    }
    expect(statuses).to.deep.equal([401, 401, 429, 429]);
    const headers = { authorization: basic('', key) };
    expect((await call('GET', '/doc', { headers })).status).to.equal(200);
  });
});

for (const [title, env] of [
  ['with DOC=off', { DOC: 'off' }],
  ['with DOC=off in production', { ...production, DOC: 'off' }],
] as const) {
  describe(`interface: the API reference ${title}`, () => {
    const { call } = useService({ env });

    for (const path of ['/doc', '/doc/openapi.json']) {
      it(`E10: ${path} is unknown`, async () => {
        const answer = await call('GET', path);
        expect(answer.status).to.equal(404);
        expect(answer.body).to.include({ message: `Route not found: ${path}`, code: null });
      });
    }
  });
}

describe('interface: the API reference with DOC=open in production', () => {
  const { call } = useService({ env: { ...production, DOC: 'open' } });

  it('is readable without a key', async () => {
    expect((await call('GET', '/doc')).status).to.equal(200);
  });
});

describe('interface: the root of the service', () => {
  const service = useService({}, overStripe);

  it('leads to the API reference', async () => {
    const answer = await fetch(`${service.address}/`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).to.deep.equal([303, 'doc']);
    expect((await service.call('POST', '/')).status).to.equal(405);
  });
});

describe('interface: the root of the service with DOC=off', () => {
  const { call } = useService({ env: { DOC: 'off' } }, overStripe);

  it('E10: is unknown', async () => {
    expect((await call('GET', '/')).body).to.include({ message: 'Route not found: /', code: null });
  });
});
