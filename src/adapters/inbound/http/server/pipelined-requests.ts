import { AsyncResource } from 'node:async_hooks';
import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** A request that arrived while an earlier one of its connection was not answered yet. */
type Waiting = { readonly response: ServerResponse; readonly begin: () => void };

/** The requests of a connection, in the order of their arrival. */
type Line = { current: ServerResponse; readonly waiting: Array<Waiting>; isPaused: boolean };

// With more, nothing more is read from the connection. Node has parsed all requests of a packet before that.
const mostWaiting = 32;

// On all connections together. Each takes some kilobytes, and a packet of 64 kB has up to 2,400 of them.
const usualMostInAll = 10_000;

/** The requests of connections, of which each has one in work. */
type PipelinedRequests = {
  /** Receives a request. Its listener is called at once, unless an earlier request of its connection is in work. */
  readonly receive: RequestListener;
  /** The last response that this connection will get: to a complete request, or one that has begun. */
  readonly lastOn: (connection: Duplex) => ServerResponse | undefined;
};

/**
 * Lets the requests of a connection begin one after the other, each when the response before it was taken, at the earliest in the
 * next turn of the event loop. RFC 9112, section 9.3.2, allows to process pipelined requests at the same time only if all of them
 * have safe methods. Node begins all requests of a packet at once: those of other connections would wait for a thousand of them,
 * and all their responses would be in memory for a caller that reads none. A request does not begin when its caller has left, or
 * when a response before it ends the connection: it would never be answered. With `mostInAll` requests waiting, a connection on
 * which one more would wait ends with its current response.
 */
export const oneAtATime = (
  begin: RequestListener,
  mostInAll = usualMostInAll,
): PipelinedRequests => {
  const lines = new WeakMap<Duplex, Line>();
  let waitingInAll = 0;

  const forgetWaiting = (line: Line): void => {
    waitingInAll -= line.waiting.length;
    line.waiting.length = 0;
  };

  const pauseAtEndOfTurn = (connection: Duplex, line: Line): void => {
    line.isPaused = true;
    // Node reads on after each request of the packet.
    setImmediate(() => {
      if (line.isPaused) connection.pause();
    });
  };

  const resume = (connection: Duplex, line: Line): void => {
    line.isPaused = false;
    connection.resume();
  };

  const beginNext = (connection: Duplex, line: Line): void => {
    // Node ends the connection after some responses that it does not mark, such as one without a length to HTTP/1.0.
    if (!connection.writable || !line.current.shouldKeepAlive) forgetWaiting(line);
    const next = line.waiting.shift();
    if (next === undefined) return;
    waitingInAll -= 1;
    line.current = next.response;
    if (line.waiting.length > 0) awaitEnd(connection, line);
    if (line.isPaused && line.waiting.length < mostWaiting) resume(connection, line);
    next.begin();
  };

  const awaitEnd = (connection: Duplex, line: Line): void => {
    line.current.once('close', () => {
      setImmediate(() => beginNext(connection, line));
    });
  };

  const endWithCurrent = (connection: Socket, line: Line): void => {
    forgetWaiting(line);
    // Takes effect unless its headers are on their way already.
    line.current.shouldKeepAlive = false;
    line.current.once('close', () => connection.destroySoon());
    pauseAtEndOfTurn(connection, line);
  };

  const receive: RequestListener = (request, response) => {
    const connection = request.socket;
    const line = lines.get(connection);
    if (line === undefined) {
      lines.set(connection, { current: response, waiting: [], isPaused: false });
      begin(request, response);
      return;
    }
    const last = line.waiting.at(-1)?.response ?? line.current;
    if (!line.current.shouldKeepAlive || !last.shouldKeepAlive) return;
    if (line.waiting.length === 0 && line.current.closed) {
      line.current = response;
      begin(request, response);
      return;
    }
    if (waitingInAll >= mostInAll) {
      endWithCurrent(connection, line);
      return;
    }
    // Tracing has given this request its context now.
    const waiting = { response, begin: AsyncResource.bind(() => begin(request, response)) };
    line.waiting.push(waiting);
    waitingInAll += 1;
    if (line.waiting.length === 1) awaitEnd(connection, line);
    if (line.waiting.length === mostWaiting) pauseAtEndOfTurn(connection, line);
  };

  return {
    receive,
    lastOn: (connection) => {
      const line = lines.get(connection);
      const all =
        line === undefined ? [] : [line.current, ...line.waiting.map((one) => one.response)];
      return all.findLast(
        ({ req, headersSent, writableFinished }) =>
          (req.complete || headersSent) && !writableFinished,
      );
    },
  };
};
