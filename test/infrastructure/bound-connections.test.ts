import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { listen } from '../../src/adapters/inbound/http/server/listen.js';
import { closeStalled } from '../../src/infrastructure/bound-connections.js';
import { useService } from '../support/service/use-service.js';
import { until } from '../support/time/until.js';

describe('a service with MAX_CONNECTIONS', () => {
  const service = useService({ env: { MAX_CONNECTIONS: '2' } });
  const sockets: Array<Socket> = [];
  const open = (): Socket => {
    const socket = connect(Number(new URL(service.address).port), '127.0.0.1');
    socket.on('error', () => undefined);
    sockets.push(socket);
    return socket;
  };
  const ask = (socket: Socket) => socket.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  it('closes those beyond it, says so once, and takes new ones when others end', async () => {
    const [first, second] = [open(), open()];
    for (const socket of [first, second]) {
      ask(socket);
      await once(socket, 'data');
    }
    for (const beyond of [open(), open()]) await until(() => beyond.destroyed);
    first.destroy();
    let answered = false;
    await until(() => {
      const last = sockets.at(-1);
      if (last?.destroyed !== false) {
        const socket = open();
        socket.once('data', () => {
          answered = true;
        });
        ask(socket);
      }
      return answered;
    });
    const lines = service
      .logged()
      .split('\n')
      .filter((line) => line.includes('MAX_CONNECTIONS'));
    expect(lines).to.have.lengthOf(1);
    expect(lines[0]).to.include('"connections":2');
  });
});

describe('closeStalled', () => {
  it('closes the connection of a caller who stops to read a response', async () => {
    const server = createServer((_, response) => void response.end(Buffer.alloc(20_000_000)));
    closeStalled(server, 50);
    const url = new URL(await listen(server, '127.0.0.1', 0));
    const caller = connect(Number(url.port), '127.0.0.1');
    const [connection] = await once(server, 'connection');
    caller.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(connection, 'close');
    caller.destroy();
    server.close();
    await once(server, 'close');
  });
});
