import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { at } from '../json/at.js';
import { until } from '../time/until.js';

/** Responses that never end, while bytes come all the time: their first bytes, and those that come again and again. */
export const endlessResponses: ReadonlyArray<readonly [what: string, head: string, text: string]> =
  [
    ['100 Continue', '', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['103 Early Hints', '', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
    ['headers', 'HTTP/1.1 200 OK\r\nx-', 'x'],
    ['chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '1\r\nx\r\n'],
    [
      'large chunks',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n',
      `4000\r\n${'x'.repeat(0x4000)}\r\n`,
    ],
  ];

/** Writes again and again while the socket is open. */
export const writeForever = (socket: Socket, text: string): void => {
  const write = (): void => {
    if (!socket.destroyed) socket.write(text, () => setImmediate(write));
  };
  write();
};

/** A server that answers every request with an endless response. */
export type EndlessServer = {
  readonly url: string;
  /** How many requests have come. */
  readonly requests: () => number;
  /** Resolves when all clients have closed their connections. */
  readonly left: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export const startEndlessServer = async (head: string, text: string): Promise<EndlessServer> => {
  const sockets: Array<Socket> = [];
  let requests = 0;
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      requests += 1;
      socket.write(head);
      writeForever(socket, text);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String(at(server.address(), 'port'))}`,
    requests: () => requests,
    left: () => until(() => sockets.length > 0 && sockets.every((socket) => socket.destroyed)),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
