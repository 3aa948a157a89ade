import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { createStripeProcessor } from '../../../../src/stripe.js';
import { at } from '../../../support/json/at.js';
import { until } from '../../../support/time/until.js';
import { calls } from './support/calls.js';
import { left } from './support/outcomes.js';
import { secretKey } from './support/use-scripted-stripe.js';

const head = (status: string, ...headers: ReadonlyArray<string>): string =>
  [`HTTP/1.1 ${status}`, 'request-id: req_1', ...headers, '', ''].join('\r\n');

const refund = '{"id":"re_1","object":"refund","amount":500}';

const whole = (status: string, body: string, type = 'application/json'): string =>
  `${head(status, `content-type: ${type}`, `content-length: ${Buffer.byteLength(body)}`)}${body}`;

const bomb = gzipSync(Buffer.alloc(50_000_000));

const open = new Set(['silence', 'a body that stops']);

const responses: ReadonlyArray<readonly [what: string, bytes: string | Buffer]> = [
  ['silence', ''],
  ['nothing, and its end', ''],
  ['no HTTP', 'Hello.\r\n\r\n'],
  ['a preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['zeros', Buffer.alloc(100_000)],
  ['half a head', 'HTTP/1.1 200 OK\r\ncontent-le'],
  [
    'ten thousand headers',
    head('200 OK', ...Array.from({ length: 10_000 }, (_, n) => `x-${n}: 1`)),
  ],
  ['one long header', head('200 OK', `x: ${'x'.repeat(100_000)}`)],
  ['two lengths', head('200 OK', 'content-length: 2', 'content-length: 3')],
  ['a negative length', head('200 OK', 'content-length: -2')],
  ['a body that stops', `${head('200 OK', 'content-length: 100')}${refund}`],
  ['a body cut short', `${head('200 OK', 'content-length: 100')}${refund}`],
  ['a cut chunk', `${head('200 OK', 'transfer-encoding: chunked')}ff\r\n${refund}`],
  ['a chunk without a size', `${head('200 OK', 'transfer-encoding: chunked')}zz\r\n${refund}`],
  ['no last chunk', `${head('200 OK', 'transfer-encoding: chunked')}2c\r\n${refund}\r\n`],
  ['status 0', whole('000 Zero', refund)],
  ['status 99', whole('099 Low', refund)],
  ['status 600', whole('600 High', refund)],
  ['status 999', whole('999 Highest', refund)],
  ['101', head('101 Switching Protocols', 'upgrade: websocket', 'connection: upgrade')],
  ['204', head('204 No Content')],
  ['304', head('304 Not Modified')],
  ['an empty body', whole('200 OK', '')],
  ['invalid JSON', whole('200 OK', refund.slice(0, -1))],
  ['a page', whole('200 OK', '<html>Stripe</html>', 'text/html')],
  ['a list', whole('200 OK', `[${refund}]`)],
  ['a text', whole('200 OK', '"refund"')],
  ['another object', whole('200 OK', '{"hello":"world"}')],
  ['a refusal of a gateway', whole('402 Payment Required', '{"error":"no"}')],
  [
    'what would unpack to 50 MB',
    Buffer.concat([
      Buffer.from(head('200 OK', 'content-encoding: gzip', `content-length: ${bomb.length}`)),
      bomb,
    ]),
  ],
];

describe('broken responses to the Stripe adapter', () => {
  let server: Server;
  let sockets: Array<Socket>;
  let answer: (socket: Socket) => void;

  beforeEach(async () => {
    sockets = [];
    server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => answer(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterEach(async () => {
    server.close();
    await once(server, 'close');
  });

  const portOf = (listening: { readonly address: () => unknown }): string =>
    String(at(listening.address(), 'port'));

  const processorAt = (baseUrl: string) =>
    createStripeProcessor({ secretKey, baseUrl, timeoutMs: 150, maxRetries: 0, retryDelayMs: 0 });

  const tcpSockets = (): number =>
    process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;

  for (const [what, bytes] of responses) {
    it(`${what}: the outcome of a change is unknown, and the connection ends`, async () => {
      const before = tcpSockets();
      answer = (socket) => {
        if (open.has(what)) socket.write(bytes);
        else socket.end(bytes);
      };
      const processor = processorAt(`http://127.0.0.1:${portOf(server)}`);
      const unavailable = { _tag: 'ProcessorUnavailable' };
      expect(left(await calls.createCardToken.run(processor)())).to.include({
        ...unavailable,
        outcome: 'unknown',
      });
      expect(left(await calls.retrieveCustomer.run(processor)())).to.include({
        ...unavailable,
        outcome: 'not_done',
      });
      await processor.close?.();
      await until(() => sockets.every((socket) => socket.destroyed) && tcpSockets() === before);
    });
  }

  for (const status of [301, 302, 303, 307, 308]) {
    it(`${status}: nobody else gets the request with its key`, async () => {
      const elsewhere: Array<unknown> = [];
      const other = createHttpServer((request, response) => {
        elsewhere.push(request.headers);
        response.end(refund);
      });
      other.listen(0, '127.0.0.1');
      await once(other, 'listening');
      const location = `location: http://127.0.0.1:${portOf(other)}/v1/refunds`;
      answer = (socket) => socket.end(head(`${status} Moved`, location, 'content-length: 0'));
      const processor = processorAt(`http://127.0.0.1:${portOf(server)}`);
      const error = left(await calls.createCardToken.run(processor)());
      expect(error).to.include({ _tag: 'ProcessorUnavailable', outcome: 'unknown' });
      await processor.close?.();
      other.close();
      await once(other, 'close');
      expect(elsewhere).to.deep.equal([]);
    });
  }

  it('a reset after the request was sent: the outcome is unknown', async () => {
    answer = (socket) => socket.resetAndDestroy();
    const processor = processorAt(`http://127.0.0.1:${portOf(server)}`);
    const error = left(await calls.createCardToken.run(processor)());
    expect(error).to.include({ _tag: 'ProcessorUnavailable', outcome: 'unknown' });
    await processor.close?.();
  });

  it('a TLS handshake that fails, a refused connection, an unknown host: nothing was done', async () => {
    const withoutCertificate = createTlsServer();
    withoutCertificate.listen(0, '127.0.0.1');
    await once(withoutCertificate, 'listening');
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const port = portOf(gone);
    gone.close();
    for (const url of [
      `https://127.0.0.1:${portOf(withoutCertificate)}`,
      `http://127.0.0.1:${port}`,
      'http://nowhere.invalid',
    ]) {
      const processor = processorAt(url);
      const error = left(await calls.createCardToken.run(processor)());
      expect(error).to.include({ _tag: 'ProcessorUnavailable', outcome: 'not_done' });
      await processor.close?.();
    }
    withoutCertificate.close();
    await once(withoutCertificate, 'close');
  });
});
