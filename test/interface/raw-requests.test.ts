import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { rawRequest } from '../support/http/raw-request.js';
import { at } from '../support/json/at.js';
import { processorObjects } from '../support/processors/processor-objects.js';
import { onEveryServer, useService } from '../support/service/use-service.js';

const number = '4242'.repeat(4);

const get = (target: string, headers = 'Host: x\r\n', version = '1.1'): string =>
  `GET ${target} HTTP/${version}\r\n${headers}Connection: close\r\n\r\n`;

const many = (count: number): string => 'X-Small: 1\r\n'.repeat(count);

const body = JSON.stringify({ email: 'ana@example.com', name: 'Ana', phone: '600000000' });

const post = (headers: string, sent = body): string =>
  `POST /api/customers HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n${sent}`;

const refusalsAt =
  (service: { readonly address: string }) =>
  async (bytes: string, status: number): Promise<void> => {
    const answer = await rawRequest(service.address, bytes);
    expect(answer.status, answer.head).to.equal(status);
    expect(answer.head).to.match(/^Connection: close$/im);
    expect(JSON.parse(answer.body)).to.include({ status: false, code: 'invalid_http' });
  };

onEveryServer('interface: ambiguous requests', {}, (service) => {
  const expectRefusal = refusalsAt(service);

  for (const target of [
    'http://a:b/api/customers',
    'http://a:99999/api/customers',
    'http://[::1/api/customers',
    'http://[/api/customers',
    'http://%EF%BC%85/api/customers',
    'http:///api/customers',
    'http://:80/api/customers',
    'http://user:word@a/api/customers',
    'http://a%00/api/customers',
    'ftp://a/api/customers',
    '/api/\x01',
    '/api/\t',
    '/api/\xe9',
  ]) {
    it(`§1 §7: the target ${JSON.stringify(target)} is 400`, async () => {
      await expectRefusal(get(`${target}?number=${number}`), 400);
      expect(service.logged()).not.to.include(number);
    });
  }

  for (const target of [
    'http://a/api/customers?limit=1',
    'HTTP://A:80/api/customers',
    'http://[::1]:3000/api/customers',
    'https://pay/api/customers',
  ]) {
    it(`the absolute target ${target} is answered (RFC 9112, 3.2.2)`, async () => {
      const answer = await rawRequest(service.address, get(target));
      expect(answer.status).to.equal(200);
    });
  }

  for (const [what, headers, version] of [
    ['two Hosts', 'Host: x\r\nHost: y\r\n', '1.1'],
    ['two equal Hosts', 'Host: x\r\nhost: x\r\n', '1.1'],
    ['two Authorizations', 'Host: x\r\nAuthorization: Bearer a\r\nAUTHORIZATION: Bearer b\r\n'],
    ['no Host', ''],
    ['a Host with a space', 'Host: a b\r\n'],
    ['a Host with user info', 'Host: user@a\r\n'],
    ['a Host with a path', 'Host: a/b\r\n'],
    ['a Host with a port that is not a number', 'Host: a:b\r\n'],
    ['a Host with a port above 65535', 'Host: a:65536\r\n'],
    ['a Host that is not ASCII', 'Host: caf\xe9\r\n'],
    ['a Host with a broken IPv6 address', 'Host: [::1\r\n'],
    ['a Host that is a list', 'Host: a, b\r\n'],
    ['a coding in HTTP/1.0', 'Transfer-Encoding: chunked\r\n', '1.0'],
  ] as const) {
    it(`§1 §7: a request with ${what} is 400`, async () => {
      await expectRefusal(get('/api/customers', headers, version), 400);
    });
  }

  for (const [what, bytes] of [
    ['Transfer-Encoding: gzip, chunked', post('Transfer-Encoding: gzip, chunked\r\n', '0\r\n\r\n')],
    [
      'Transfer-Encoding: identity and chunked',
      post('Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
    ],
    ['Transfer-Encoding: gzip', post('Transfer-Encoding: gzip\r\n')],
    ['Transfer-Encoding: identity', post('Transfer-Encoding: identity\r\n')],
    [
      'Transfer-Encoding and Content-Length',
      post(`Transfer-Encoding: chunked\r\nContent-Length: ${body.length}\r\n`),
    ],
    ['two Content-Lengths', post(`Content-Length: 2\r\nContent-Length: ${body.length}\r\n`)],
  ] as const) {
    it(`§1 §7: ${what} is 400`, () => expectRefusal(bytes, 400));
  }

  for (const [what, refused] of [
    ['an unknown coding', post('Transfer-Encoding: gzip, chunked\r\n', '2\r\n{}\r\n0\r\n\r\n')],
    ['two Hosts', 'GET /api/customers HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n'],
    ['an invalid target', 'GET http://a:b/api/customers HTTP/1.1\r\nHost: x\r\n\r\n'],
  ] as const) {
    it(`what follows a request with ${what} is not done`, async () => {
      const before = at((await service.call('GET', '/api/customers')).body, 'data.data.length');
      await expectRefusal(`${refused}${post(`Content-Length: ${body.length}\r\n`)}`, 400);
      const after = at((await service.call('GET', '/api/customers')).body, 'data.data.length');
      expect(after).to.equal(before);
    });
  }

  it('a request of HTTP/0.9 is 400', () => expectRefusal('GET /api/customers\r\n\r\n', 400));

  it('100 headers are accepted, more are 431', async () => {
    const within = await rawRequest(
      service.address,
      get('/api/customers', `Host: x\r\n${many(98)}`),
    );
    expect(within.status).to.equal(200);
    await expectRefusal(get('/api/customers', `Host: x\r\n${many(99)}`), 431);
  });

  it('I1: an Idempotency-Key behind 2 100 headers is refused, not ignored', async () => {
    const before = at((await service.call('GET', '/api/customers')).body, 'data.data.length');
    const bytes = post(
      `Content-Length: ${body.length}\r\n${'a:\r\n'.repeat(2100)}Idempotency-Key: k\r\n`,
    );
    await expectRefusal(bytes, 431);
    const after = at((await service.call('GET', '/api/customers')).body, 'data.data.length');
    expect(after).to.equal(before);
  });
});

describe('interface: ambiguous targets outside /api', () => {
  const service = useService();
  const expectRefusal = refusalsAt(service);

  for (const target of [
    'http://a:b/doc',
    'http://[/',
    'http://%EF%BC%85/',
    'http://[::1/',
    '*',
    'a:80',
  ]) {
    it(`§1 §7: ${target} is 400`, () => expectRefusal(get(target), 400));
  }

  for (const [target, status] of [
    ['http://a/doc', 200],
    ['http://a/nada?x=1#y', 404],
    ['//a:b/nada', 404],
  ] as const) {
    it(`${target} is ${status}`, async () => {
      expect((await rawRequest(service.address, get(target))).status).to.equal(status);
    });
  }

  it('CONNECT is 400', () => expectRefusal('CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n', 400));

  it('OPTIONS * is an unknown route', async () => {
    const answer = await rawRequest(service.address, get('*').replace('GET', 'OPTIONS'));
    expect(answer.status).to.equal(404);
  });
});

describe('interface: bytes after a payment', () => {
  const processor = new EventEmitter();
  const service = useService({
    processor: {
      createPaymentIntent: () => async () => {
        const answered = once(processor, 'answer');
        processor.emit('called');
        await answered;
        return E.right(processorObjects.intent);
      },
    },
  });

  const sent = JSON.stringify({ customer_id: 'cus_1', amount: 10, payment_method: 'card_1' });
  const payment = `POST /api/payments HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${sent.length}\r\n\r\n${sent}`;

  /** Everything that the service sends until it closes the connection. */
  const exchange = async (now: string, later: ReadonlyArray<string>): Promise<string> => {
    const socket = connect(Number(new URL(service.address).port), '127.0.0.1');
    const received: Array<Buffer> = [];
    socket.on('data', (chunk) => received.push(chunk));
    const closed = once(socket, 'close');
    const called = once(processor, 'called');
    socket.write(now);
    await called;
    for (const bytes of later) {
      socket.write(bytes);
      await service.call('GET', '/health');
    }
    processor.emit('answer');
    await closed;
    return Buffer.concat(received).toString();
  };

  for (const [what, after, later] of [
    ['a stray byte in the same packet', 'x', []],
    ['a whole line in the same packet', 'nonsense\r\n\r\n', []],
    ['a stray byte while the processor works', '', ['x']],
    ['bytes in several packets', 'x', ['y', 'z'.repeat(10_000)]],
    ['half a request and then a stray byte', 'GET /api/cust', ['\0']],
    [
      'a request that does not end',
      'POST /api/customers HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
      ['x'],
    ],
  ] as const) {
    it(`${what}: the payment is answered, and the connection closed`, async () => {
      const text = await exchange(`${payment}${after}`, later);
      expect(text.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 201']);
      expect(text).to.match(/^Connection: close$/im);
      const [, answer = ''] = text.split('\r\n\r\n');
      expect(JSON.parse(answer)).to.include({ statusCode: 201 });
    });
  }

  it('a line break alone changes nothing: the connection stays open', async () => {
    const text = await exchange(`${payment}\r\n`, [
      'GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    ]);
    expect(text.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 201', 'HTTP/1.1 200']);
  });
});
