import { expect } from 'chai';
import { rawRequest } from '../support/http/raw-request.js';
import { onEveryBinding, useService } from '../support/service/use-service.js';
import { until } from '../support/time/until.js';

const requests = [
  ['GET', '/api/customers', 200],
  ['GET', '/api/customers/cus_nobody', 404],
  ['POST', '/api/customers', 400],
  ['POST', '/api/webhooks', 400],
  ['GET', '/api/nada', 404],
  ['OPTIONS', '/api/customers', 405],
] as const;

onEveryBinding('interface: headers under /api', {}, ({ call }) => {
  for (const [method, path, status] of requests) {
    it(`the response to ${method} ${path} is not cached, and not for pages of other origins`, async () => {
      const headers = { origin: 'http://localhost', 'access-control-request-method': 'POST' };
      for (const sent of [{}, { headers }]) {
        const answer = await call(method, path, sent);
        const received = Object.fromEntries(answer.headers);
        expect(received).to.include({
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
        });
        expect(Object.keys(received).join()).not.to.include('access-control-');
        if (sent.headers === undefined) expect(answer.status).to.equal(status);
      }
    });
  }
});

describe('interface: headers of the service', () => {
  const overTls = useService({ env: { PUBLIC_URL: 'https://pay.shop.example' } });
  const plain = useService();
  const paths = ['/api/customers', '/api/nada', '/health', '/doc', '/nada'];

  for (const path of paths) {
    it(`${path} asks browsers for HTTPS alone if PUBLIC_URL does`, async () => {
      const header = 'strict-transport-security';
      const { headers } = await overTls.call('GET', path);
      expect(headers.get(header)).to.equal('max-age=31536000');
      expect((await plain.call('GET', path)).headers.get(header)).to.equal(null);
      expect(headers.get('x-content-type-options')).to.equal('nosniff');
      expect(headers.get('referrer-policy')).to.equal('no-referrer');
    });
  }

  it('bytes that are not HTTP get a response that is not cached', async () => {
    const { head } = await rawRequest(plain.address, 'HOLA\r\n\r\n');
    expect(head)
      .to.match(/^Cache-Control: no-store$/m)
      .not.to.match(/^strict-transport/im);
    const { head: secure } = await rawRequest(overTls.address, 'HOLA\r\n\r\n');
    expect(secure).to.match(/^strict-transport-security: max-age=31536000$/m);
  });

  for (const path of ['/api/customers', '/nada']) {
    it(`${path} takes over an x-request-id from a proxy, in its response and its log line`, async () => {
      const id = `proxy/1-67891233-abcdef012345678912345678${path}`;
      const { headers } = await plain.call('GET', path, { headers: { 'x-request-id': id } });
      expect(headers.get('x-request-id')).to.equal(id);
      await until(() => plain.logged().includes(`"request_id":"${id}"`));
    });
  }

  for (const [what, id] of [
    ['too long', 'a'.repeat(129)],
    ['with a space', 'a b'],
    ['with markup', '<script>'],
    ['that is a card number', '4242'.repeat(4)],
    ['that is a key', ['sk', 'test', 'request'].join('_')],
    ['that is a client secret', ['pi_1', 'secret', 'abc'].join('_')],
    ['that is empty', ''],
    ['that came twice', 'a, b'],
  ] as const) {
    it(`an x-request-id ${what} is replaced`, async () => {
      for (const path of ['/api/customers', '/nada']) {
        const { headers } = await plain.call('GET', path, { headers: { 'x-request-id': id } });
        expect(headers.get('x-request-id')).to.match(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
      }
    });
  }
});
