import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { createArrivals } from './arrivals.js';

/** The connections of a server, and the requests that it works on. */
type OpenConnections = {
  /** Counts a request until its work has ended, which may be after its caller has left. */
  readonly add: (response: ServerResponse, work: Promise<unknown>) => void;
  /**
   * Whether a request may be handled. Not if the answer before it says that the connection closes: its caller would never learn
   * what became of it.
   */
  readonly accepts: (response: ServerResponse) => boolean;
  /** The number of requests in progress. */
  readonly requests: () => number;
  /** From now on answers say that their connection closes, so that callers and proxies use other connections. */
  readonly closeWithAnswers: () => void;
  /**
   * Accepts the connections that wait for that. The end of the listener would reset them, and a proxy that has sent its request does
   * not know that nobody read it.
   */
  readonly acceptWaiting: () => Promise<void>;
  /**
   * Stops listening and cuts the connections without a request. Resolves when the requests in progress have ended and their
   * answers are sent.
   */
  readonly drain: () => Promise<void>;
  /** Cuts all connections. */
  readonly cut: () => void;
};

// A caller that was sending its body when the service was stopped may finish it, and one that was taking its response too. Later
// they are as silent as the others.
const callerPatienceMs = 2000;

// Node's default for `listen`.
const longestQueue = 511;

/**
 * Reads from the network once. A connection is accepted and its first request read in different turns of the event loop: to cut
 * it in between would leave its caller without an answer.
 */
const arrivals = async (): Promise<void> => {
  await turn();
  await turn();
};

/** Follows the connections of a server. */
export const followConnections = (server: Server): OpenConnections => {
  const connections = new Set<Socket>();
  let accepted = 0;
  const answering = createArrivals<ServerResponse>();
  let closing = false;
  let onIdle: (() => void) | undefined;

  server.on('connection', (connection) => {
    connections.add(connection);
    accepted += 1;
    connection.once('close', () => void connections.delete(connection));
  });

  const isAnswering = (connection: Socket): boolean =>
    answering.all().some(({ req }) => req.socket === connection);

  const cutSilent = (): void => {
    const busy = new Set(answering.all().map(({ req }) => req.socket));
    for (const connection of connections) {
      if (!busy.has(connection) && connection.writableLength === 0) connection.destroy();
    }
  };

  const cutUnfinished = (): void => {
    for (const { req } of answering.all()) if (!req.complete) req.socket.destroy();
  };

  // Node leaves those on which a part of a further request has arrived.
  const cutStalled = (untaken: ReadonlyMap<Socket, number>): void => {
    for (const connection of connections) {
      const isStalled = connection.writableLength === untaken.get(connection);
      if (isStalled && !isAnswering(connection)) connection.destroy();
    }
  };

  const ended = (response: ServerResponse): void => {
    answering.remove(response);
    if (onIdle === undefined) return;
    const { socket } = response.req;
    // Its head was sent before, and says that the connection stays.
    if (response.shouldKeepAlive && !isAnswering(socket)) socket.destroySoon();
    if (answering.count() === 0) onIdle();
  };

  return {
    add: (response, work) => {
      answering.add(response);
      const end = (): void => ended(response);
      work.then(end, end);
    },
    accepts: (response) => {
      if (!closing) return true;
      if (isAnswering(response.req.socket)) return false;
      response.shouldKeepAlive = false;
      return true;
    },
    requests: answering.count,
    closeWithAnswers: () => {
      closing = true;
      for (const response of answering.all()) {
        if (!response.headersSent) response.shouldKeepAlive = false;
      }
    },
    // Node accepts one connection each time that it reads from the network: https://github.com/libuv/libuv/pull/3696
    acceptWaiting: async () => {
      let before: number | undefined;
      for (let n = 0; n < longestQueue && accepted !== before; n += 1) {
        before = accepted;
        await arrivals();
      }
    },
    drain: async () => {
      // Since Node 26.4 `close` cuts connections that were accepted and not read yet, too: https://github.com/nodejs/node/pull/63470
      server.closeIdleConnections = () => undefined;
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      await arrivals();
      const idle = new Promise<void>((resolve) => {
        onIdle = resolve;
        if (answering.count() === 0) resolve();
      });
      cutSilent();
      const untaken = new Map([...connections].map((one) => [one, one.writableLength]));
      const patience = setTimeout(() => {
        cutUnfinished();
        cutStalled(untaken);
      }, callerPatienceMs);
      await Promise.all([closed, idle]);
      clearTimeout(patience);
    },
    cut: () => server.closeAllConnections(),
  };
};
