import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { startTestService, type TestService } from '../support/service/start-service.js';
import { until } from '../support/time/until.js';

const body = '{"email": "ada@example.com", "name": "Ada", "phone": "1"}';
const head = `POST /api/customers HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;

/** A service whose processor answers when it is told to. */
const startHolding = async () => {
  const asked = { times: 0 };
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const service = await startTestService({
    processor: {
      createCustomer: () => async () => {
        asked.times += 1;
        await answered;
        return E.left({ _tag: 'ProcessorUnavailable', outcome: 'not_done', cause: null });
      },
    },
  });
  return { service, asked, answer: () => answer() };
};

const open = ({ address }: TestService) => {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  const received: Array<string> = [];
  socket.setEncoding('latin1').on('data', (text) => received.push(String(text)));
  socket.on('error', () => undefined);
  return { socket, received };
};

// `once` of Node rejects for the reset that the end of the service may be.
const closeOf = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.once('close', () => resolve());
  });

const callers = 20;

/** A thread whose requests are sent while the service reads nothing from the network. */
const callersBeside = async ({ address }: TestService) => {
  const { hostname, port } = new URL(address);
  const signals = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
    const { signals, port, hostname, callers, text } = workerData;
    parentPort.postMessage('ready');
    Atomics.wait(signals, 0, 0);
    const received = Array.from({ length: callers }, () => '');
    let open = callers;
    received.forEach((_, n) => {
      const socket = require('node:net').connect(port, hostname);
      socket.on('error', () => undefined);
      socket.on('data', (part) => { received[n] += part; });
      socket.on('close', () => { if (--open === 0) parentPort.postMessage(received); });
      socket.write(text, () => { Atomics.add(signals, 1, 1); Atomics.notify(signals, 1); });
    });`,
    {
      eval: true,
      workerData: { signals, port: Number(port), hostname, callers, text: `${head}${body}` },
    },
  );
  await once(worker, 'message');
  return {
    sendAll: (): void => {
      Atomics.store(signals, 0, 1);
      Atomics.notify(signals, 0);
      for (let sent = 0; sent < callers; sent = Atomics.load(signals, 1)) {
        Atomics.wait(signals, 1, sent);
      }
    },
    received: once(worker, 'message').then(([texts]: ReadonlyArray<unknown>) => texts),
  };
};

describe('a service that stops', () => {
  it('answers the request in progress and closes its connection, without beginning the one behind it', async () => {
    const { service, asked, answer } = await startHolding();
    const { socket, received } = open(service);
    socket.write(`${head}${body}`);
    await until(() => asked.times === 1);
    const closed = service.close();
    const other = open(service);
    await closeOf(other.socket);
    socket.write(`${head}${body}`);
    // Node reads the second one before the first is answered.
    await until(() => socket.bytesWritten > 0 && socket.writableLength === 0);
    answer();
    await closeOf(socket);
    await closed;
    const text = received.join('');
    expect(text.match(/HTTP\/1\.1 [0-9]{3}/g)).to.deep.equal(['HTTP/1.1 503']);
    expect(text).to.include('Connection: close');
    expect(asked.times).to.equal(1);
  });

  it('answers the first request of a connection, which has arrived and is not read yet', async () => {
    const { service, answer } = await startHolding();
    answer();
    const { socket, received } = open(service);
    await once(socket, 'connect');
    // The service accepts it meanwhile.
    for (let turns = 0; turns < 3; turns += 1) await new Promise(setImmediate);
    socket.write(`${head}${body}`);
    const closed = service.close();
    await closeOf(socket);
    await closed;
    expect(received.join('')).to.match(/^HTTP\/1\.1 503 [^]*\r\nConnection: close\r\n/);
  });

  it('answers the first requests of connections that wait to be accepted when its delay is over', async () => {
    const service = await startTestService({ env: { SHUTDOWN_DELAY_MS: '1' } });
    const { sendAll, received } = await callersBeside(service);
    const closed = service.close();
    sendAll();
    const answers = await received;
    await closed;
    const ofAll = Array.from({ length: callers }, () => 'HTTP/1.1 201');
    expect(String(answers).match(/HTTP\/1\.1 [0-9]{3}/g)).to.deep.equal(ofAll);
  });

  it('begins none of the requests that wait behind the one in progress', async () => {
    const { service, asked, answer } = await startHolding();
    const { socket, received } = open(service);
    socket.write(`${head}${body}${'GET /doc/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(50)}`);
    await until(() => asked.times === 1);
    const closed = service.close();
    answer();
    await closeOf(socket);
    await closed;
    expect(received.join('').match(/HTTP\/1\.1 [0-9]{3}|Connection: \S+/g)).to.deep.equal([
      'HTTP/1.1 503',
      'Connection: close',
    ]);
  });

  it('does not wait long for a caller that takes nothing of its response and has begun another request', async () => {
    const service = await startTestService();
    const page = await service.call('GET', '/doc');
    const [, asset = ''] = /src="([^"]+swagger-ui-bundle\.js)"/.exec(page.text) ?? [];
    const { pathname } = new URL(asset, `${service.address}/doc`);
    const { socket } = open(service);
    socket.removeAllListeners('data').pause();
    // Each response has 1.7 MB, and the buffers of the system hold some.
    const request = `GET ${pathname} HTTP/1.1\r\nHost: x\r\n\r\n`;
    socket.write(`${request.repeat(100)}GET /doc HTTP/1.1\r\nHo`);
    // It is stuck when others come and go, and it gets no further.
    let taken = 0;
    let unchanged = 0;
    await until(async () => {
      await service.call('GET', '/health');
      const now = service.logged().match(/doc\/assets/g)?.length ?? 0;
      unchanged = now === taken && now > 0 ? unchanged + 1 : 0;
      taken = now;
      return unchanged > 50;
    });
    try {
      await service.close();
      expect(service.logged()).not.to.include('requests in progress are cut');
    } finally {
      socket.destroy();
    }
  });

  it('does not wait for the rest of a body for long', async () => {
    const { service } = await startHolding();
    const { socket } = open(service);
    socket.write(`${head.replace('\r\n', '\r\nExpect: 100-continue\r\n')}${body.slice(0, 10)}`);
    await once(socket, 'data');
    await Promise.all([service.close(), closeOf(socket)]);
    expect(service.logged()).not.to.include('requests in progress are cut');
  });
});
