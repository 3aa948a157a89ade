import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
// The file of the pool alone: the whole package takes three times as long to load, and replaces the dispatcher of Node's own
// `fetch` for the whole process.
import Pool from 'undici/lib/dispatcher/pool.js';
import { maxConnections } from './protection.js';

/** A response with its whole body. */
export type WireResponse = {
  readonly status: number;
  /** Their names are in lower case. */
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** Sends requests to one server. */
export type HttpClient = {
  /** Sends a request once. Rejects unless the whole response comes within `timeoutMs`. */
  readonly exchange: (
    request: {
      readonly method: 'GET' | 'POST' | 'DELETE';
      readonly path: string;
      /** Names and values in turn. */
      readonly headers: Array<string>;
      readonly body: string | null;
    },
    timeoutMs: number,
  ) => Promise<WireResponse>;
  /** Ends all connections. */
  readonly close: () => Promise<void>;
};

// A page of 100 intents has less than 1 MB.
const maxResponseBytes = 32 * 1024 * 1024;

// Of all responses in progress together: each holds its body until its end.
const maxHeldBytes = 128 * 1024 * 1024;

// Like Node's own error of a connection that does not come about. The errors of TLS, and undici's own, do not say when they came.
const notSent = (code: unknown): Error =>
  Object.assign(new Error('no connection'), { code, syscall: 'connect' });

const timedOut = (wasSent: boolean): Error =>
  wasSent
    ? Object.assign(new Error('the response is late'), { code: 'ETIMEDOUT' })
    : notSent('ETIMEDOUT');

// A body in one piece is not copied.
const textOf = (chunks: ReadonlyArray<Buffer>): string => {
  const [first] = chunks;
  return (first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks)).toString();
};

/** A client for the server at `origin`. It waits `socketMs` for a connection, and keeps an idle one for as long. */
export const createHttpClient = (origin: string, socketMs: number): HttpClient => {
  const pool = new Pool(origin, {
    connections: maxConnections,
    pipelining: 1,
    keepAliveTimeout: socketMs,
    keepAliveMaxTimeout: socketMs,
    maxResponseSize: maxResponseBytes,
    connectTimeout: socketMs,
    // These two count silence only, and a trickle of bytes is not silent: `exchange` has its own time limit.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  let heldBytes = 0;

  return {
    exchange: (request, timeoutMs) =>
      new Promise((resolve, reject) => {
        let controller: Dispatcher.DispatchController | undefined;
        let late: Error | undefined;
        let status = 0;
        let headers: IncomingHttpHeaders = {};
        const chunks: Array<Buffer> = [];
        let bytes = 0;

        const timer = setTimeout(() => {
          late = timedOut(controller !== undefined);
          controller?.abort(late);
          reject(late);
        }, timeoutMs);

        pool.dispatch(request, {
          // The request is written right after this.
          onRequestStart: (started) => {
            if (late === undefined) controller = started;
            else started.abort(late);
          },
          // Also called for each 1xx before the response.
          onResponseStart: (_, statusCode, head) => {
            status = statusCode;
            headers = head;
          },
          onResponseData: (_, chunk) => {
            chunks.push(chunk);
            bytes += chunk.length;
            heldBytes += chunk.length;
            if (heldBytes > maxHeldBytes) controller?.abort(new Error('too many bytes at once'));
          },
          onResponseEnd: () => {
            clearTimeout(timer);
            heldBytes -= bytes;
            const response = { status, headers, body: textOf(chunks) };
            // The pool uses the connection again from the next turn of the event loop on. A caller whose next call
            // came sooner would open another connection.
            queueMicrotask(() => {
              setImmediate(resolve, response);
            });
          },
          onResponseError: (_, error) => {
            clearTimeout(timer);
            heldBytes -= bytes;
            reject(controller === undefined ? notSent(Reflect.get(error, 'code')) : error);
          },
        });
      }),
    close: () => pool.destroy(),
  };
};
