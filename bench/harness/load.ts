import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import type { Latency } from './benchmark.js';
import { quantile } from './statistics.js';

/** A request as the load sends it. */
export type Request = {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** One operation: a request, and perhaps another that follows from the response, on the same connection. */
export type Exchange = {
  readonly request: Request;
  /** Sent after it, in turn, and then from the beginning again. */
  readonly others?: ReadonlyArray<Request>;
  readonly follow?: (body: string) => Request;
  /** Gives each request an `Idempotency-Key` of its own. */
  readonly keyed?: boolean;
};

export const requestBytes = ({ method, path, body = '', headers = {} }: Request): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    `\r\n${body}`,
  ].join('\r\n');

type Response = { readonly body: () => string };

const headLimit = 8192;
const readBytes = 65_536;

/**
 * Reads the responses of one connection by their Content-Length, from chunks that are valid only during the call. Node's own
 * client costs more than the servers that are measured. A response that is not a success fails the benchmark.
 */
const responseReader = (
  onResponse: (response: Response) => void,
  onFailure: (error: Error) => void,
): ((chunk: Buffer) => void) => {
  let parts: Array<Buffer> = [];
  let missing = 0;
  let bodyStart = 0;

  return (chunk) => {
    parts.push(chunk);
    if (missing > 0) missing -= chunk.length;
    else {
      const start = parts.length === 1 ? chunk : Buffer.concat(parts);
      const headEnd = start.indexOf('\r\n\r\n');
      if (headEnd < 0 && start.length < headLimit) {
        parts = [Buffer.from(start)];
        return;
      }
      const head = start.toString('latin1', 0, Math.max(headEnd, 0));
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      if (length === undefined || !head.startsWith('HTTP/1.1 2')) {
        onFailure(new Error(`unexpected response: ${start.toString('latin1', 0, 1000)}`));
        return;
      }
      bodyStart = headEnd + 4;
      missing = bodyStart + Number(length) - start.length;
    }
    if (missing > 0) {
      parts[parts.length - 1] = Buffer.from(chunk);
      return;
    }
    const received = parts;
    parts = [];
    missing = 0;
    const from = bodyStart;
    onResponse({ body: () => Buffer.concat(received).toString('utf8', from) });
  };
};

/** How long, how many operations, or both; with `perSecond` they are begun at that rate, otherwise as fast as possible. */
export type Load = {
  readonly connections: number;
  readonly seconds: number;
  readonly operations: number;
  readonly perSecond?: number;
};

/** The measurements of a load. The latency of a paced operation counts from the time at which it was due. */
export type LoadResult = Latency & { readonly operations: number; readonly seconds: number };

type Connection = { readonly send: (dueAt: number) => void; readonly close: () => void };

const openConnection = (
  url: URL,
  { nextRequest, follow }: Pick<Exchange, 'follow'> & { readonly nextRequest: () => string },
  onDone: (connection: Connection, latency: number) => void,
  onFailure: (error: Error) => void,
): Promise<Connection> =>
  new Promise((resolve) => {
    let dueAt = 0;
    let isFirst = true;
    const read = responseReader(({ body }) => {
      if (isFirst && follow !== undefined) {
        isFirst = false;
        socket.write(requestBytes(follow(body())));
      } else onDone(connection, performance.now() - dueAt);
    }, onFailure);
    const socket = connect({
      port: Number(url.port),
      host: url.hostname,
      noDelay: true,
      // One buffer for all reads: allocating them took half of the time with large responses.
      onread: {
        buffer: Buffer.allocUnsafe(readBytes),
        callback: (length, buffer) => {
          read(Buffer.from(buffer.buffer, buffer.byteOffset, length));
          return true;
        },
      },
    });
    const connection: Connection = {
      send: (due) => {
        dueAt = due;
        isFirst = true;
        socket.write(nextRequest());
      },
      close: () => {
        socket.destroy();
      },
    };
    socket.once('connect', () => resolve(connection));
    socket.once('error', onFailure);
    socket.once('end', () => onFailure(new Error('the server closed the connection')));
  });

/** Sends a load to a server over keep-alive connections. */
export const runLoad = (
  url: string,
  { request, others = [], follow, keyed = false }: Exchange,
  load: Load,
): Promise<LoadResult> =>
  new Promise((resolve, reject) => {
    const requests = [request, ...others].map(requestBytes);
    let turn = 0;
    const nextRequest = (): string => {
      turn += 1;
      const text = requests[turn % requests.length] ?? '';
      return keyed ? text.replace('\r\n', `\r\nIdempotency-Key: ${randomUUID()}\r\n`) : text;
    };
    const exchange = { nextRequest, ...(follow === undefined ? {} : { follow }) };
    const latencies: Array<number> = [];
    const connections: Array<Connection> = [];
    const idle: Array<Connection> = [];
    let sent = 0;
    let begun = 0;
    let over = false;

    const close = (): void => {
      over = true;
      for (const connection of connections) connection.close();
    };
    const fail = (error: Error): void => {
      close();
      reject(error);
    };
    const finish = (): void => {
      const seconds = (performance.now() - begun) / 1000;
      close();
      resolve({
        operations: latencies.length,
        seconds,
        p50: quantile(latencies, 0.5),
        p99: quantile(latencies, 0.99),
      });
    };
    const mayBegin = (now: number): boolean =>
      sent < load.operations && now - begun < load.seconds * 1000;

    const sendTo = (connection: Connection, dueAt: number): void => {
      sent += 1;
      connection.send(dueAt);
    };
    const onDone = (connection: Connection, latency: number): void => {
      if (over) return;
      latencies.push(latency);
      const now = performance.now();
      if (load.perSecond === undefined && mayBegin(now)) sendTo(connection, now);
      else idle.push(connection);
      if (idle.length === connections.length && !mayBegin(now)) finish();
    };

    // A timer would send in bursts.
    const pace = (perSecond: number): void => {
      const now = performance.now();
      const due = Math.min(Math.floor(((now - begun) / 1000) * perSecond), load.operations);
      for (const connection of idle.splice(0, due - sent)) {
        sendTo(connection, begun + (sent / perSecond) * 1000);
      }
      if (over) return;
      if (mayBegin(now)) setImmediate(pace, perSecond);
      else if (idle.length === connections.length) finish();
    };

    const open = async (): Promise<void> => {
      const target = new URL(url);
      for (let opened = 0; opened < load.connections; opened += 1) {
        connections.push(await openConnection(target, exchange, onDone, fail));
      }
      begun = performance.now();
      idle.push(...connections);
      if (load.perSecond !== undefined) pace(load.perSecond);
      else {
        for (const connection of idle.splice(0, load.operations)) sendTo(connection, begun);
      }
    };
    open().catch(reject);
  });
