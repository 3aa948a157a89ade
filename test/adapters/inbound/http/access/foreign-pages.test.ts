import { expect } from 'chai';
import { foreignPages } from '../../../../../src/adapters/inbound/http/access/foreign-pages.js';
import { expectFailure, expectSuccess } from '../../../../support/http/expect-answer.js';
import { rawRequest } from '../../../../support/http/raw-request.js';
import { requestWith } from '../../../../support/http/request-with.js';
import { useService } from '../../../../support/service/use-service.js';

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

describe('foreign pages, on the interface of a service without API keys', () => {
  const publicUrl = 'https://pay.shop.example';
  const local = useService({ env: { PUBLIC_URL: `${publicUrl}/base` } });

  type Ask = { readonly target?: string; readonly host?: string; readonly headers?: string };
  const ask = ({ target = 'POST /api/customers', host = 'localhost:3000', headers = '' }: Ask) =>
    `${target} HTTP/1.1\r\nHost: ${host}\r\n${headers}Content-Length: 0\r\nConnection: close\r\n\r\n`;
  const statusOf = async (asked: Ask): Promise<number> => {
    const answer = await rawRequest(local.address, ask(asked));
    if (answer.status === 403) {
      const { stack, ...failure } = JSON.parse(answer.body);
      expect(failure).to.deep.equal({
        status: false,
        message: refusal.message,
        code: refusal.code,
      });
      expect(stack).to.match(/PUBLIC_URL/);
    }
    return answer.status;
  };

  for (const target of [
    'POST /api/customers',
    'GET /api/customers',
    'GET /api/nada',
    'POST /api/events/evt_1/replay',
  ]) {
    it(`refuses ${target} to a page of another origin`, async () => {
      for (const headers of ['Origin: https://evil.example\r\n', 'Sec-Fetch-Site: cross-site\r\n'])
        expect(await statusOf({ target, headers })).to.equal(403);
    });

    it(`refuses ${target} under a public name that points here`, async () => {
      expect(await statusOf({ target, host: 'rebound.example:3000' })).to.equal(403);
    });
  }

  for (const [what, asked] of [
    ['a page without an origin of its own', { headers: 'Origin: null\r\n' }],
    ['another port', { headers: 'Origin: http://localhost:8080\r\n' }],
    [
      'another scheme without a port',
      { host: 'localhost', headers: 'Origin: https://localhost:80\r\n' },
    ],
    ['an origin that is not a URL', { headers: 'Origin: localhost:3000\r\n' }],
    [
      'two origins',
      { headers: 'Origin: http://localhost:3000\r\nOrigin: http://evil.example\r\n' },
    ],
    [
      'a foreign origin that the browser calls its own',
      { headers: 'Sec-Fetch-Site: same-origin\r\nOrigin: http://evil.example\r\n' },
    ],
    [
      'its own origin that the browser calls foreign',
      { headers: 'Sec-Fetch-Site: same-site\r\nOrigin: http://localhost:3000\r\n' },
    ],
    ['the public URL by HTTP', { headers: 'Origin: http://pay.shop.example\r\n' }],
    ['an extension', { headers: 'Origin: chrome-extension://localhost\r\n' }],
    ['a public name in upper case with a dot at its end', { host: 'REBOUND.example.' }],
    ['a name that ends like an address', { host: 'a.127.0.0.1.example' }],
    ['an absolute URL with a public name', { target: 'POST http://rebound.example/api/customers' }],
  ] as const) {
    it(`refuses ${what}`, async () => {
      expect(await statusOf(asked)).to.equal(403);
    });
  }

  for (const [what, asked] of [
    ['a caller that is not a browser', {}],
    [
      'a page of its own',
      { headers: 'Sec-Fetch-Site: same-origin\r\nOrigin: http://localhost:3000\r\n' },
    ],
    [
      'its own page in a browser that sends Origin alone',
      { headers: 'Origin: http://localhost:3000\r\n' },
    ],
    ['a page behind a proxy that ends TLS', { host: 'pay', headers: 'Origin: https://pay\r\n' }],
    [
      'a page of the public URL behind a proxy that names its target',
      { headers: `Sec-Fetch-Site: same-origin\r\nOrigin: ${publicUrl}\r\n` },
    ],
    ['its public name', { host: 'PAY.shop.example.:443' }],
    ['a person who types the URL', { headers: 'Sec-Fetch-Site: none\r\n' }],
    ['upper case', { host: 'LOCALHOST:3000', headers: 'Origin: http://localhost:3000\r\n' }],
    ['the usual port', { host: 'localhost:80', headers: 'Origin: http://localhost\r\n' }],
    ['a dot at the end', { host: 'localhost.' }],
    ['an IPv4 address with a dot at the end', { host: '127.0.0.1.' }],
    ['an IPv6 address', { host: '[::1]:3000', headers: 'Origin: http://[0:0::1]:3000\r\n' }],
    ['an IPv4 address in IPv6', { host: '[::ffff:127.0.0.1]:3000' }],
  ] as const) {
    it(`allows ${what}`, async () => {
      // The body is empty.
      expect(await statusOf(asked)).to.equal(400);
    });
  }

  for (const [localAddress, refused] of [
    ['127.0.0.1', true],
    ['::ffff:127.0.0.1', true],
    ['::1', true],
    ['10.0.0.5', false],
  ] as const) {
    it(`${refused ? 'refuses' : 'allows'} a public name at ${localAddress} of a service that listens everywhere`, () => {
      const isForeign = foreignPages({ host: '0.0.0.0', publicUrl: 'http://0.0.0.0:3000' });
      expect(isForeign(requestWith({ host: 'rebound.example', localAddress }))).to.equal(refused);
    });
  }

  it('allows webhooks under every name', async () => {
    const target = 'POST /api/webhooks/stripe';
    const answer = await rawRequest(local.address, ask({ target, host: 'tunnel.example' }));
    expect(JSON.parse(answer.body)).to.include({ message: 'Missing processor-signature header' });
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
