import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect } from 'chai';
import { at } from '../support/json/at.js';
import { startTestService } from '../support/service/start-service.js';
import { usePostgres } from '../support/stores/postgres/use-postgres.js';

/** Passes bytes on to a server, until it keeps them. */
const startLine = async (target: URL) => {
  const sockets: Array<Socket> = [];
  let hanging = false;
  const line = createServer((incoming) => {
    const onward = connect(Number(target.port), target.hostname);
    sockets.push(incoming, onward);
    for (const [from, to] of [
      [incoming, onward],
      [onward, incoming],
    ] as const) {
      from.on('data', (bytes) => {
        if (!hanging) to.write(bytes);
      });
      from.on('error', () => undefined).on('close', () => to.destroy());
    }
  });
  line.listen(0, '127.0.0.1');
  await once(line, 'listening');
  const url = new URL(target);
  url.host = `127.0.0.1:${String(at(line.address(), 'port'))}`;
  return {
    url: url.href,
    hang: () => {
      hanging = true;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      line.close();
      await once(line, 'close');
    },
  };
};

describe('a service whose PostgreSQL accepts connections and never answers', () => {
  const database = usePostgres();

  it('is not ready but healthy, and ends in time', async () => {
    const line = await startLine(new URL(database()));
    const service = await startTestService({
      env: { DATABASE_URL: line.url, SHUTDOWN_TIMEOUT_MS: '1' },
    });
    expect((await service.call('GET', '/ready')).status).to.equal(200);
    line.hang();
    const [ready, again, health] = await Promise.all(
      ['/ready', '/ready', '/health'].map((path) => service.call('GET', path)),
    );
    expect([ready?.status, again?.status, health?.status]).to.deep.equal([503, 503, 200]);
    await service.close();
    expect(service.logged()).to.include('the stores did not close in time');
    await line.close();
  });
});
