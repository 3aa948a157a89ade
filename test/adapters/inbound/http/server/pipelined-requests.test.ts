import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { oneAtATime } from '../../../../../src/adapters/inbound/http/server/pipelined-requests.js';
import { callAt } from '../../../../support/http/call.js';
import { useListening } from '../../../../support/http/use-http-server.js';
import { until } from '../../../../support/time/until.js';

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

const numbered = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, place) => `/${place}`);

describe('oneAtATime', () => {
  let begun: Array<string> = [];
  let held: Array<ServerResponse> = [];
  let onServer: Socket | undefined;
  let handle: RequestListener = () => undefined;
  const sockets: Array<Socket> = [];

  const server = createServer();
  const { receive } = oneAtATime((request, response) => {
    begun.push(request.url ?? '');
    handle(request, response);
  }, 300);
  const context = new AsyncLocalStorage<string | undefined>();
  server.on('request', (request, response) =>
    context.run(request.url, () => receive(request, response)),
  );
  server.on('connection', (socket) => {
    onServer = socket;
  });
  const address = useListening(server);

  const answer: RequestListener = (request, response) => void response.end(request.url);
  const hold: RequestListener = (_, response) => void held.push(response);

  /** A connection that sends these bytes, and all it has received. */
  const send = (bytes: string) => {
    const socket = connect(Number(new URL(address()).port), '127.0.0.1');
    sockets.push(socket);
    let text = '';
    socket
      .on('error', () => undefined)
      .on('data', (chunk) => {
        text += String(chunk);
      });
    socket.write(bytes);
    return { socket, bodies: () => text.match(/(?<=\r\n)\/\d+/g) ?? [] };
  };

  beforeEach(() => {
    begun = [];
    held = [];
    handle = answer;
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  it('answers another connection before the last of 300 requests of one packet', async () => {
    let other: Promise<unknown> | undefined;
    handle = (request, response) => {
      if (request.url === '/0') other = callAt(address())('GET', '/other');
      answer(request, response);
    };
    const { bodies } = send(numbered(300).map(get).join(''));
    await until(() => bodies().length === 300);
    await other;
    expect(begun.indexOf('/other')).to.be.within(1, 299);
    expect(bodies()).to.deep.equal(numbered(300));
  });

  it('begins a request when the one before it has its response', async () => {
    handle = hold;
    const { bodies } = send(numbered(3).map(get).join(''));
    for (const count of [1, 2, 3]) {
      await until(() => held.length === count);
      // Other requests come and go meanwhile.
      send(get('/other'));
      await until(() => begun.includes('/other'));
      begun = begun.filter((path) => path !== '/other');
      expect(begun).to.deep.equal(numbered(count));
      held = held.filter((response) => response.req.url !== '/other');
      held[count - 1]?.end(`/${count - 1}`);
    }
    await until(() => bodies().length === 3);
    expect(bodies()).to.deep.equal(numbered(3));
  });

  it('begins a request on an idle connection at once', async () => {
    const { socket, bodies } = send(get('/0'));
    await until(() => bodies().length === 1);
    socket.write(get('/1'));
    await until(() => bodies().length === 2);
    expect(begun).to.deep.equal(['/0', '/1']);
  });

  it('begins nothing more for a caller that has left', async () => {
    handle = hold;
    const { socket } = send(numbered(3).map(get).join(''));
    await until(() => held.length === 1);
    const [first] = held;
    socket.destroy();
    if (first !== undefined) await once(first, 'close');
    for (const path of ['/a', '/b']) {
      handle = answer;
      await callAt(address())('GET', path);
    }
    expect(begun).to.deep.equal(['/0', '/a', '/b']);
  });

  it('begins nothing after a response that ends the connection', async () => {
    handle = (request, response) => {
      response.shouldKeepAlive = request.url !== '/1';
      answer(request, response);
    };
    const { socket, bodies } = send(numbered(4).map(get).join(''));
    await once(socket, 'close');
    expect([begun, bodies()]).to.deep.equal([numbered(2), numbered(2)]);
  });

  it('makes no response for a caller that has not taken the one before', async () => {
    const large = Buffer.alloc(8_000_000);
    handle = (request, response) => void response.end(request.url === '/other' ? 'ok' : large);
    const { socket } = send(numbered(300).map(get).join(''));
    socket.pause();
    for (let time = 0; time < 20; time += 1) await callAt(address())('GET', '/other');
    // Some fit into the buffers of the system.
    expect(begun.filter((path) => path !== '/other').length).to.be.below(10);
  });

  it('reads no more from a connection on which 32 requests wait, until they begin', async () => {
    handle = hold;
    const { socket, bodies } = send(numbered(40).map(get).join(''));
    await until(() => onServer?.isPaused() === true);
    socket.write(numbered(50).slice(40).map(get).join(''));
    handle = answer;
    held[0]?.end('/0');
    await until(() => bodies().length === 50);
    expect(bodies()).to.deep.equal(numbered(50));
    expect(onServer?.isPaused()).to.equal(false);
  });

  it('ends a connection with its current response when more would wait on all connections together', async () => {
    handle = hold;
    const many = send(numbered(300).map(get).join(''));
    await until(() => onServer?.isPaused() === true);
    const two = send(get('/0') + get('/1'));
    await until(() => held.length === 2);
    const three = send(numbered(3).map(get).join(''));
    await until(() => held.length === 3);
    const closed = once(three.socket, 'close');
    for (const response of held.splice(0)) response.end('/0');
    await closed;
    expect(three.bodies()).to.deep.equal(['/0']);
    // Those that waited before are answered, and make room.
    handle = answer;
    for (const response of held.splice(0)) response.end(response.req.url);
    await until(() => many.bodies().length === 300 && two.bodies().length === 2);
    const again = send(numbered(300).map(get).join(''));
    await until(() => again.bodies().length === 300);
  });

  it('counts no requests of callers that have left', async () => {
    handle = hold;
    const { socket } = send(numbered(300).map(get).join(''));
    await until(() => onServer?.isPaused() === true);
    const left = onServer;
    if (left === undefined) throw new Error('no connection');
    const closed = once(left, 'close');
    socket.destroy();
    left.destroy();
    await closed;
    // The bytes after the response that was cut are dropped in the next turn.
    handle = answer;
    await callAt(address())('GET', '/other');
    const { bodies } = send(numbered(300).map(get).join(''));
    await until(() => bodies().length === 300);
  });

  it('begins each request in the context in which it came', async () => {
    const contexts: Array<string | undefined> = [];
    handle = (request, response) => {
      contexts.push(context.getStore());
      context.run('of the request before', () => answer(request, response));
    };
    const { bodies } = send(numbered(3).map(get).join(''));
    await until(() => bodies().length === 3);
    expect(contexts).to.deep.equal(numbered(3));
  });
});
