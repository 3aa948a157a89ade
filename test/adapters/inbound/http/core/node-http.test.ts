import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type {
  HttpRequest,
  HttpResponse,
} from '../../../../../src/adapters/inbound/http/core/message.js';
import {
  nodeListener,
  nodeRequest,
} from '../../../../../src/adapters/inbound/http/core/node-http.js';
import { callAt } from '../../../../support/http/call.js';
import { rawRequest } from '../../../../support/http/raw-request.js';
import { useHttpServer } from '../../../../support/http/use-http-server.js';
import { until } from '../../../../support/time/until.js';

const text = (body: string, more: Partial<HttpResponse> = {}): HttpResponse => ({
  status: 200,
  headers: { 'content-type': 'text/plain' },
  body,
  ...more,
});

const ends: Array<string> = [];

const handlers: {
  readonly [path: string]: (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;
} = {
  '/': () => text('root'),
  '/seen': ({ method, path, query, querystring, remoteAddress, encrypted, ...request }) =>
    text(
      JSON.stringify({ method, path, query, querystring, remoteAddress, encrypted, ...request }),
    ),
  '/keys': (request) => text(request.valuesOf('x-key').join('\n')),
  '/body': async (request) => {
    const once = request.readBody(10);
    const body = await request.readBody(10);
    expect(await once).to.equal(body);
    if (E.isLeft(body)) ends.push(body.left);
    return text(E.isRight(body) ? Buffer.from(body.right).toString('latin1') : body.left);
  },
  '/unread': () => text('unread'),
  '/bytes': () => text('', { body: Buffer.from([0xc3, 0x28]) }),
  '/empty': () => text('ignored', { status: 204, headers: {} }),
  '/cut-before': () => text('never', { cut: 'before' }),
  '/cut-inside': () => text('half of it', { cut: 'inside' }),
  '/bad-header': () => text('', { headers: { location: '/\n' } }),
  '/defect': () => {
    throw new Error('defect');
  },
};

describe('nodeListener', () => {
  const defects: Array<unknown> = [];
  const closed: Array<string> = [];
  const listener = nodeListener(
    async (request) => {
      request.onClose(() => closed.push(request.path));
      return (handlers[request.path] ?? (() => text('nothing', { status: 404 })))(request);
    },
    (cause) => {
      defects.push(cause);
      return text('defect', { status: 500 });
    },
  );
  const address = useHttpServer((message, response) => void listener(message, response));
  const get = (path: string) => callAt(address())('GET', path);
  const raw = (lines: ReadonlyArray<string>, body = '') =>
    rawRequest(address(), `${lines.join('\r\n')}\r\nhost: x\r\nconnection: close\r\n\r\n${body}`);

  it('splits the URL, and parses the query when it is asked for', async () => {
    const { body } = await get('/seen?a=1&b=%C3%B1+x&a=2&a=3&__proto__=4&c');
    expect(body).to.deep.include({
      method: 'GET',
      path: '/seen',
      querystring: 'a=1&b=%C3%B1+x&a=2&a=3&__proto__=4&c',
      query: JSON.parse('{"a":["1","2","3"],"b":"ñ x","__proto__":"4","c":""}'),
      remoteAddress: '127.0.0.1',
      encrypted: false,
    });
  });

  it('takes the path of an absolute URL, and drops a fragment', async () => {
    expect((await raw(['GET http://shop.example HTTP/1.1'])).body).to.equal('root');
    expect((await raw(['GET http://shop.example/bytes?x HTTP/1.1'])).status).to.equal(200);
    expect((await raw(['GET /unread#part?x HTTP/1.1'])).body).to.equal('unread');
  });

  it('gives the values of a repeated header apart', async () => {
    const { body } = await raw(['GET /keys HTTP/1.1', 'x-key: one', 'X-Key: two']);
    expect(body).to.equal('one\ntwo');
    expect((await get('/keys')).text).to.equal('');
  });

  it('reads a body once, up to the limit, in one piece or several', async () => {
    const call = callAt(address());
    expect((await call('POST', '/body', { raw: '0123456789' })).text).to.equal('0123456789');
    expect((await call('POST', '/body', { raw: '0123456789A' })).text).to.equal('too-large');
    expect((await get('/body')).text).to.equal('');
    const chunks = (...all: ReadonlyArray<string>) =>
      raw(
        ['POST /body HTTP/1.1', 'transfer-encoding: chunked'],
        `${all.map((one) => `${one.length.toString(16)}\r\n${one}\r\n`).join('')}0\r\n\r\n`,
      );
    expect((await chunks('01', '234')).body).to.equal('01234');
    expect((await chunks('012345', '678901')).body).to.equal('too-large');
  });

  it('reports a body that ends too soon', async () => {
    await rawRequest(address(), 'POST /body HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\n012', {
      hangUp: true,
    });
    expect(ends.at(-1)).to.equal('incomplete');
    expect(closed.at(-1)).to.equal('/body');
  });

  it('serves the next request of a connection whose body nobody read', async () => {
    const { body } = await rawRequest(
      address(),
      `POST /unread HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\n\r\n012GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
    );
    expect(body).to.match(/^unread[\s\S]*root$/);
  });

  it('serves the next request of a connection whose body was too large', async () => {
    const large = 'x'.repeat(300_000);
    const { body } = await rawRequest(
      address(),
      `POST /body HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\nGET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
    );
    expect(body).to.match(/^too-large[\s\S]*root$/);
  });

  it('writes text and bytes with their length, and nothing after a HEAD or in a 204', async () => {
    expect((await get('/bytes')).headers.get('content-length')).to.equal('2');
    const head = await raw(['HEAD /unread HTTP/1.1']);
    expect(head.head).to.match(/content-length: 6/i);
    expect(head.body).to.equal('');
    const empty = await raw(['GET /empty HTTP/1.1']);
    expect(empty.status).to.equal(204);
    expect(empty.head).not.to.match(/content-length/i);
  });

  it('cuts a connection before the response, or in the middle of its body', async () => {
    expect((await raw(['GET /cut-before HTTP/1.1'])).head).to.equal('');
    const inside = await raw(['GET /cut-inside HTTP/1.1']);
    expect(inside.head).to.match(/content-length: 10/i);
    expect(inside.body).to.equal('half ');
  });

  it('answers what a handler throws, and a header that HTTP cannot represent', async () => {
    const before = defects.length;
    expect(await get('/defect')).to.include({ status: 500, text: 'defect' });
    expect(await get('/bad-header')).to.include({ status: 500, text: 'defect' });
    expect(defects.slice(before)).to.have.lengthOf(2);
  });
});

describe('nodeRequest', () => {
  const seen: Array<{ readonly message: IncomingMessage; readonly request: HttpRequest }> = [];
  // Nothing is answered.
  const address = useHttpServer((message, response) => {
    seen.push({ message, request: nodeRequest(message, response) });
  });

  afterEach(() => {
    seen.splice(0);
  });

  const begin = async (requests: number, bytes: string): Promise<Socket> => {
    const socket = connect(Number(new URL(address()).port), '127.0.0.1');
    socket.write(bytes);
    await until(() => seen.length === requests);
    return socket;
  };

  const post = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\n\r\n';

  it('says that the connection broke, also if its response waits for an earlier one', async () => {
    const socket = await begin(
      2,
      'GET /first HTTP/1.1\r\nhost: x\r\n\r\nGET /second HTTP/1.1\r\nhost: x\r\n\r\n',
    );
    const closed: Array<string> = [];
    for (const { request } of seen) request.onClose(() => closed.push(request.path));
    socket.destroy();
    await until(() => closed.length === 2);
    for (const { request } of seen) request.onClose(() => closed.push(`after ${request.path}`));
    expect(closed).to.have.members(['/first', '/second', 'after /first', 'after /second']);
  });

  it('finds a body incomplete whose connection broke before it was read', async () => {
    const socket = await begin(1, `${post}01`);
    let closed = false;
    seen[0]?.request.onClose(() => {
      closed = true;
    });
    socket.destroy();
    await until(() => closed);
    expect(await seen[0]?.request.readBody(10)).to.deep.equal(E.left('incomplete'));
  });

  it('does not take the rest of a body for the whole', async () => {
    const socket = await begin(1, `${post}01`);
    seen[0]?.message.resume();
    await until(() => seen[0]?.message.readableDidRead === true);
    const read = seen[0]?.request.readBody(10);
    socket.end('2');
    expect(await read).to.deep.equal(E.left('already-read'));
  });
});
