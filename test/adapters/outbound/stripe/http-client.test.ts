import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { expect } from 'chai';
import { neverSent } from '../../../../src/adapters/outbound/stripe/errors.js';
import { createHttpClient } from '../../../../src/adapters/outbound/stripe/http-client.js';
import { endlessResponses, writeForever } from '../../../support/http/endless-server.js';
import { at } from '../../../support/json/at.js';
import { until } from '../../../support/time/until.js';

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';
const request = {
  method: 'POST',
  path: '/v1/refunds',
  headers: ['accept', '*/*'],
  body: 'a=1',
} as const;

describe('the HTTP client of the Stripe adapter', () => {
  let server: Server;
  let sockets: Array<Socket>;
  let requests: number;
  let answer: (socket: Socket) => void;
  let client: ReturnType<typeof createHttpClient>;

  beforeEach(async () => {
    sockets = [];
    requests = 0;
    server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        if (!data.includes('POST')) return;
        requests += 1;
        answer(socket);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = createHttpClient(`http://127.0.0.1:${String(at(server.address(), 'port'))}`, 30_000);
  });

  afterEach(async () => {
    await client.close();
    server.close();
    await once(server, 'close');
  });

  const exchange = (timeoutMs = 30_000) =>
    client.exchange({ ...request, headers: [...request.headers] }, timeoutMs);

  const failure = async (timeoutMs?: number): Promise<unknown> =>
    exchange(timeoutMs).then(
      ({ status }) => expect.fail(`answered ${status}`),
      (error: unknown) => error,
    );

  const ended = () => until(() => sockets.every((socket) => socket.destroyed));

  it('gives status, headers and body', async () => {
    answer = (socket) => socket.write(`HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n${ok}`);
    const { status, headers, body } = await exchange();
    expect({ status, headers, body }).to.deep.equal({
      status: 200,
      headers: { 'content-length': '2' },
      body: '{}',
    });
  });

  it('reads a character that comes in two pieces', async () => {
    const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
    const [first = 0, second = 0] = Buffer.from('ñ');
    answer = (socket) => {
      socket.write(head);
      socket.write(Buffer.from([...Buffer.from('2\r\n"'), first, ...Buffer.from('\r\n')]));
      socket.write(
        Buffer.from([...Buffer.from('2\r\n'), second, ...Buffer.from('"\r\n0\r\n\r\n')]),
      );
    };
    expect((await exchange()).body).to.equal('"ñ"');
  });

  it('gives a status that does not exist', async () => {
    answer = (socket) => socket.write(ok.replace('200', '999'));
    expect(await exchange()).to.have.property('status', 999);
  });

  for (const [what, head, text] of endlessResponses) {
    it(`ends the connection of endless ${what}`, async () => {
      answer = (socket) => {
        socket.write(head);
        writeForever(socket, text);
      };
      expect(neverSent(await failure(200))).to.equal(false);
      await ended();
    });
  }

  it('reads at most 32 MB', async () => {
    answer = (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 99000000\r\n\r\n`);
      writeForever(socket, 'x'.repeat(1_000_000));
    };
    expect(await failure()).to.have.property('code', 'UND_ERR_RES_EXCEEDED_MAX_SIZE');
    await ended();
  });

  it('holds at most 128 MB of all responses together', async () => {
    answer = (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 31000000\r\n\r\n`);
      socket.write('x'.repeat(30_000_000));
    };
    const before = Array.from({ length: 4 }, () => failure());
    await until(() => sockets.length === 4 && sockets.every((s) => s.writableLength === 0));
    expect(String(await failure())).to.include('too many bytes');
    await client.close();
    await Promise.all(before);
  });

  it('takes another connection if the server has closed the idle one, and sends once', async () => {
    answer = (socket) => socket.write(ok);
    await exchange();
    sockets[0]?.end();
    await until(() => sockets[0]?.destroyed === true);
    expect(await exchange()).to.have.property('status', 200);
    expect([sockets.length, requests]).to.deep.equal([2, 2]);
  });

  for (const [how, end] of [
    ['closes', (socket: Socket) => socket.end()],
    ['resets', (socket: Socket) => socket.resetAndDestroy()],
  ] as const) {
    it(`does not send again if the server ${how} a kept connection instead of answering`, async () => {
      answer = (socket) => socket.write(ok);
      await exchange();
      answer = end;
      expect(neverSent(await failure())).to.equal(false);
      expect([sockets.length, requests]).to.deep.equal([1, 2]);
    });
  }

  it('has 256 connections, and a request that gets none in its time was not sent', async () => {
    answer = () => undefined;
    const waiting = Array.from({ length: 256 }, () => exchange().catch(() => undefined));
    await until(() => requests === 256);
    expect(sockets).to.have.lengthOf(256);
    expect(neverSent(await failure(50))).to.equal(true);
    answer = (socket) => socket.write(ok);
    sockets[0]?.write(ok);
    expect(await exchange()).to.have.property('status', 200);
    expect(requests, 'it is not sent later').to.equal(257);
    await client.close();
    await Promise.all(waiting);
  });

  it('has sent nothing if TLS does not come about, or after it was closed', async () => {
    const port = String(at(server.address(), 'port'));
    const secure = createHttpClient(`https://127.0.0.1:${port}`, 30_000);
    server.on('connection', (socket: Socket) => socket.once('data', () => socket.end()));
    const overTls = await secure
      .exchange({ ...request, headers: [] }, 30_000)
      .catch((error: unknown) => error);
    expect(neverSent(overTls)).to.equal(true);
    expect(overTls).to.have.property('code', 'ECONNRESET');
    await secure.close();
    await client.close();
    const closed = await failure();
    expect(neverSent(closed)).to.equal(true);
    expect(closed).to.have.property('code', 'UND_ERR_DESTROYED');
  });

  it('ends its connections when it is closed', async () => {
    answer = (socket) => socket.write(ok);
    await exchange();
    await client.close();
    await ended();
    expect(sockets).to.have.lengthOf(1);
  });
});
