import { expect } from 'chai';
import { expectFailure, expectSuccess } from '../../../support/http/expect-answer.js';
import { rawRequest } from '../../../support/http/raw-request.js';
import { useService } from '../../../support/service/use-service.js';

const refusal = {
  status: 403,
  message: 'La petición viene de la página de otro sitio',
  code: 'foreign_page',
} as const;

const reset = (host: string): string =>
  `POST /_processor/reset HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;

describe('refuseForeignPages, on the controls of a service without API keys', () => {
  const service = useService({ env: { PUBLIC_URL: 'https://pay.shop.example/base' } });
  const person = { email: 'ana@example.com', name: 'Ana', phone: '600000000' };

  for (const site of ['cross-site', 'same-site']) {
    it(`refuses a ${site} request without a body`, async () => {
      await service.call('POST', '/api/customers', { body: person });
      const headers = { 'sec-fetch-site': site, 'content-type': 'text/plain' };
      expectFailure(await service.call('POST', '/_processor/reset', { headers }), refusal);
      const { text } = await service.call('GET', '/api/customers');
      expect(text).to.include(person.email);
    });
  }

  it('allows its own pages, and links from other sites', async () => {
    const own = { 'sec-fetch-site': 'same-origin' };
    expectSuccess(
      await service.call('POST', '/api/customers', { body: person, headers: own }),
      201,
      'Cliente creado correctamente',
    );
    const linked = await service.call('GET', '/doc', {
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(linked.status).to.equal(200);
  });

  for (const host of [
    'rebound.example',
    'rebound.example:3000',
    'localhost.example',
    '127.0.0.1.example',
  ]) {
    it(`refuses requests to the host name ${host}`, async () => {
      const { status, body } = await rawRequest(service.address, reset(host));
      expect(status).to.equal(403);
      expect(JSON.parse(body)).to.include({ status: false, code: refusal.code });
    });
  }

  for (const host of [
    'localhost:3000',
    'shop.localhost',
    '127.0.0.1:3000',
    '[::1]:3000',
    'pasarela:3000',
    'pay.shop.example',
  ]) {
    it(`allows requests to ${host}`, async () => {
      expect((await rawRequest(service.address, reset(host))).status).to.equal(200);
    });
  }

  it('allows the interface, which webhooks reach through tunnels', async () => {
    const { status, body } = await rawRequest(
      service.address,
      'POST /api/webhooks HTTP/1.1\r\nHost: tunnel.example\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    );
    expect(status).to.equal(400);
    expect(JSON.parse(body)).to.include({ message: 'Missing processor-signature header' });
  });
});

describe('a page of another site, on a service with API keys', () => {
  const key = ['key', 'of', 'pages'].join('-');
  const service = useService({ env: { API_KEYS: key } });

  it('is refused without the key, under every host name', async () => {
    expect((await rawRequest(service.address, reset('pay.shop.example'))).status).to.equal(401);
    expectFailure(
      await service.call('POST', '/_processor/reset', {
        headers: { 'sec-fetch-site': 'cross-site' },
      }),
      { status: 401, message: 'API key inválida o ausente', code: 'unauthorized' },
    );
  });
});

describe('a request without a host', () => {
  const service = useService();

  it('is refused in the envelope in HTTP/1.1', async () => {
    const { status, body } = await rawRequest(
      service.address,
      'GET /api/customers HTTP/1.1\r\nConnection: close\r\n\r\n',
    );
    expect(status).to.equal(400);
    expect(JSON.parse(body)).to.include({ status: false, code: 'invalid_http' });
  });

  it('is accepted in HTTP/1.0', async () => {
    const { status } = await rawRequest(service.address, 'GET /api/customers HTTP/1.0\r\n\r\n');
    expect(status).to.equal(200);
  });
});
