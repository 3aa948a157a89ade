import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { at } from '../support/json/at.js';

/** A TCP load balancer: one address in front of several ports. */
export type Balancer = { readonly address: string; readonly close: () => Promise<void> };

const connected = async (port: number): Promise<Socket | undefined> => {
  const socket = connect(port, '127.0.0.1');
  return once(socket, 'connect').then(
    () => socket,
    () => undefined,
  );
};

const join = (one: Socket, other: Socket): void => {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to);
    from.on('error', () => undefined).on('close', () => to.destroy());
  }
};

/** Sends each connection to the next port in turn, and skips ports where nothing listens. */
export const startBalancer = async (ports: ReadonlyArray<number>): Promise<Balancer> => {
  const open = new Set<Socket>();
  let turn = 0;
  const pass = async (client: Socket): Promise<void> => {
    open.add(client);
    client.on('error', () => undefined).on('close', () => open.delete(client));
    turn += 1;
    const first = turn % ports.length;
    for (const port of [...ports.slice(first), ...ports.slice(0, first)]) {
      const server = await connected(port);
      if (server !== undefined) {
        join(client, server);
        if (client.destroyed) server.destroy();
        return;
      }
    }
    client.destroy();
  };
  const server = createServer((client) => void pass(client)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${String(at(server.address(), 'port'))}`,
    close: async () => {
      for (const client of open) client.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
