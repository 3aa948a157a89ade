import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { expect } from 'chai';
import { writeResponse } from '../../../../../src/adapters/inbound/http/core/write-response.js';
import {
  attachToServer,
  slowCallerLimits,
} from '../../../../../src/adapters/inbound/http/server/attach-to-server.js';
import { listen } from '../../../../../src/adapters/inbound/http/server/listen.js';
import { silentLogger } from '../../../../../src/application/ports/logger.js';
import { reasonOf } from '../../../../../src/infrastructure/doctor/finding.js';
import { rawRequest } from '../../../../support/http/raw-request.js';
import { useListening } from '../../../../support/http/use-http-server.js';

describe('slowCallerLimits', () => {
  it('leave a caller less than 30 seconds for a whole request', () => {
    const { headersTimeout, requestTimeout, connectionsCheckingInterval } = slowCallerLimits;
    expect(headersTimeout).to.be.lessThan(requestTimeout);
    expect(requestTimeout + connectionsCheckingInterval).to.be.lessThan(30_000);
  });

  const server = createServer({
    headersTimeout: 50,
    requestTimeout: 100,
    connectionsCheckingInterval: 10,
  });
  attachToServer(
    server,
    (message) => void message.resume(),
    (status) => ({ status, headers: {}, body: { broken: status } }),
  );
  const address = useListening(server);

  for (const [what, bytes] of [
    ['nothing', ''],
    ['half a header', 'GET / HTTP/1.1\r\nHo'],
    ['half a body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{'],
  ] as const) {
    it(`end a connection that sends ${what} with 408`, async () => {
      const { status, body } = await rawRequest(address(), bytes);
      expect([status, body]).to.deep.equal([408, '{"broken":408}']);
    });
  }
});

describe('attachToServer', () => {
  const server = createServer();
  attachToServer(
    server,
    (message, response) => {
      const answer = () => void writeResponse(response, { status: 200, headers: {}, body: 'ok' });
      if (message.url === '/ready') answer();
      else {
        // `/begun` has written its headers, and `/late` has not.
        if (message.url === '/begun') response.flushHeaders();
        // After what is not HTTP, of which each packet is an error.
        server.once('clientError', () =>
          setImmediate(() => setImmediate(() => response.end('ok'))),
        );
      }
    },
    (status) => ({ status, headers: {}, body: { broken: status } }),
  );
  const address = useListening(server);
  const send = (bytes: string) => rawRequest(address(), bytes);

  it('reads nothing after a request that offers another protocol, of which Node drops a part', async () => {
    const offer = 'GET /ready HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n';
    const dropped = 'POST /ready HTTP/1.1\r\nHost: x\r\nContent-Length: 37\r\n\r\n';
    const handled: Array<string | undefined> = [];
    const note = ({ method }: IncomingMessage) => void handled.push(method);
    server.on('request', note);
    const caller = connect(Number(new URL(address()).port), '127.0.0.1');
    let received = '';
    caller.on('data', (bytes) => {
      received += String(bytes);
    });
    caller.once('data', () => {
      caller.write('DELETE /ready HTTP/1.1\r\nHost: x\r\n\r\n');
    });
    caller.on('error', () => undefined).write(offer + dropped);
    await once(caller, 'close');
    server.off('request', note);
    expect(handled).to.deep.equal(['GET']);
    expect(received).to.match(/^HTTP\/1\.1 200 [^]*Connection: close/);
  });

  it('writes a response that is ready before the answer to what is not HTTP', async () => {
    const { head, body } = await send('GET /ready HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n');
    expect(`${head}${body}`.match(/HTTP\/1\.1 \d+/g)).to.deep.equal([
      'HTTP/1.1 200',
      'HTTP/1.1 400',
    ]);
    expect(body).to.match(/\{"broken":400\}$/);
  });

  it('answers the requests that wait, says with the last that it closes, and answers nothing to what follows', async () => {
    const { head, body } = await send(
      `${'GET /ready HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3)}nonsense\r\n\r\n`,
    );
    expect(`${head}${body}`.match(/HTTP\/1\.1 \d+|Connection: \S+/g)).to.deep.equal([
      'HTTP/1.1 200',
      'Connection: keep-alive',
      'HTTP/1.1 200',
      'Connection: keep-alive',
      'HTTP/1.1 200',
      'Connection: close',
    ]);
  });

  it('writes the response to a request of HTTP/1.0 with bytes after it', async () => {
    const { status, body } = await send('GET /ready HTTP/1.0\r\n\r\nGET /ready HTTP/1.0\r\n\r\n');
    expect(status).to.equal(200);
    expect(body).to.match(/^ok/);
  });

  for (const path of ['/late', '/begun']) {
    it(`finishes the response to ${path}, answers nothing to what follows, and closes`, async () => {
      const { head, body } = await send(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n`);
      expect(`${head}${body}`.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 200']);
      expect(body).to.match(/ok/);
      if (path === '/late') expect(head).to.match(/^Connection: close$/m);
    });
  }

  it('tells the log of a client that speaks TLS, once a minute', async () => {
    const lines: Array<string> = [];
    const plain = createServer();
    attachToServer(
      plain,
      () => undefined,
      (status) => ({ status, headers: {}, body: {} }),
      { ...silentLogger, warn: (message) => void lines.push(message) },
    );
    const url = await listen(plain, '127.0.0.1', 0);
    for (const _ of [1, 2]) {
      const refused = await fetch(url.replace('http:', 'https:')).catch(reasonOf);
      expect(refused).to.match(/wrong version number|packet length too long/i);
    }
    plain.close();
    expect(lines).to.deep.equal([
      "a client spoke HTTPS, and this server speaks HTTP: let it call http://, or give Stripe's SDK the option protocol: 'http'",
    ]);
  });
});
