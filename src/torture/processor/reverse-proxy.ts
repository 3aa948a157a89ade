import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { attachToServer } from '../../adapters/inbound/http/server/attach-to-server.js';
import { listen } from '../../adapters/inbound/http/server/listen.js';
import { brokenRequestAnswer } from '../../simulator/server.js';

/** A request, as it was sent. */
export type ShopRequest = {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: ReadonlyArray<string>;
  readonly body: Buffer;
};

/** An answer, to be sent as it is. */
export type ProcessorAnswer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn. */
  readonly rawHeaders: ReadonlyArray<string>;
  readonly body: Buffer;
};

/** A request to the API that waits for its answer. */
export type Exchange = {
  readonly request: ShopRequest;
  /** Lets the processor do the work. */
  readonly forward: (changed?: ShopRequest) => Promise<ProcessorAnswer>;
  /** Resolves with the status once the whole answer is sent; `null`: the caller has left. */
  readonly answer: (answer: ProcessorAnswer) => Promise<number | null>;
  /** Breaks the connection off in the middle of the answer. */
  readonly cut: (answer: ProcessorAnswer) => Promise<void>;
  /** Breaks the connection off without an answer. */
  readonly breakOff: () => void;
  /** Aborted once the caller has left or has its answer. */
  readonly over: AbortSignal;
};

/** A server on loopback that passes requests on. */
type ReverseProxy = {
  /** `http://127.0.0.1:4242` */
  readonly url: string;
  readonly close: () => Promise<void>;
};

type ReverseProxyOptions = {
  /** 0: a free one. */
  readonly port: number;
  /** Where requests go. */
  readonly target: () => string;
  /** Handles a request to the API, under `/v1/` and `/v2/`. Other requests are passed on as they are. */
  readonly handle: (exchange: Exchange) => Promise<void>;
  readonly onProblem: (problem: unknown) => void;
};

// They are about one connection and not about the message. Bodies have a length here.
const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const forwarded = (rawHeaders: ReadonlyArray<string>): Array<string> =>
  rawHeaders.flatMap((name, index) =>
    index % 2 === 1 || ofConnection.has(name.toLowerCase())
      ? []
      : rawHeaders.slice(index, index + 2),
  );

// A shop that was led here in place of Stripe asks for Stripe's host, which the local server takes for a page of another site.
// All other names stay, so that the local server refuses a page whose name was pointed here (DNS rebinding).
const isStripe = (host: string): boolean =>
  /^(?:[a-z0-9-]+\.)*stripe\.com(?::[0-9]+)?$/i.test(host);

const withOwnHost = (headers: ReadonlyArray<string>, host: string): Array<string> =>
  headers.map((text, index) =>
    index % 2 === 1 && headers[index - 1]?.toLowerCase() === 'host' && isStripe(text) ? host : text,
  );

const isApi = (url: string): boolean => /^\/v[12]\//.test(url);

const send = (response: ServerResponse, answer: ProcessorAnswer): Promise<number | null> =>
  new Promise((resolve) => {
    if (response.destroyed || response.closed) {
      resolve(null);
      return;
    }
    response.once('finish', () => resolve(answer.status));
    response.once('close', () => resolve(null));
    response.writeHead(answer.status, forwarded(answer.rawHeaders));
    response.end(answer.body);
  });

const cut = (response: ServerResponse, answer: ProcessorAnswer): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      response.destroy();
      resolve();
    };
    if (response.destroyed) {
      end();
      return;
    }
    response.once('close', end);
    response.writeHead(answer.status, forwarded(answer.rawHeaders));
    response.write(answer.body.subarray(0, Math.floor(answer.body.length / 2)), end);
  });

/** Starts a proxy. Rejects when it cannot listen. */
export const startReverseProxy = async ({
  port,
  target,
  handle,
  onProblem,
}: ReverseProxyOptions): Promise<ReverseProxy> => {
  const agent = new Agent({ keepAlive: true });

  const pass = (request: ShopRequest): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const { hostname, port: number } = new URL(target());
      const sent = forwarded(request.rawHeaders);
      const headers = isApi(request.url) ? withOwnHost(sent, new URL(target()).host) : sent;
      const { body, method, url } = request;
      const hasLength = request.headers['content-length'] !== undefined;
      if (body.length > 0 && !hasLength) headers.push('content-length', String(body.length));
      const call = requestHttp({ agent, host: hostname, port: number, method, path: url, headers });
      call.on('response', resolve);
      call.on('error', reject);
      call.end(body);
    });

  const forward = async (request: ShopRequest): Promise<ProcessorAnswer> => {
    const answer = await pass(request);
    const { statusCode = 0, headers, rawHeaders } = answer;
    return { status: statusCode, headers, rawHeaders, body: await buffer(answer) };
  };

  const passOn = async (request: ShopRequest, response: ServerResponse): Promise<void> => {
    const answer = await pass(request);
    response.writeHead(answer.statusCode ?? 0, forwarded(answer.rawHeaders));
    // Pages of the console read a stream that goes on.
    await pipeline(answer, response).catch(() => undefined);
  };

  const receive = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers, rawHeaders } = incoming;
    let body: Buffer;
    try {
      body = await buffer(incoming);
    } catch {
      // The caller left in the middle of its request, which no server would begin to work on.
      return;
    }
    const request: ShopRequest = { method, url, headers, rawHeaders, body };
    const ending = new AbortController();
    response.once('close', () => ending.abort());
    if (!isApi(url) || method === 'OPTIONS') return passOn(request, response);
    return handle({
      request,
      forward: (changed = request) => forward(changed),
      answer: (answer) => send(response, answer),
      cut: (answer) => cut(response, answer),
      over: ending.signal,
      breakOff: () => {
        const { socket } = incoming;
        // Node 20 never lets go of a connection that is reset while it is being ended.
        if (socket.writableEnded) socket.destroy();
        else socket.resetAndDestroy();
      },
    });
  };

  const server = createServer({ keepAliveTimeout: 120_000, requireHostHeader: false });
  let closed = false;
  attachToServer(
    server,
    (incoming, response) => {
      receive(incoming, response).catch((problem: unknown) => {
        response.destroy();
        if (!closed) onProblem(problem);
      });
    },
    brokenRequestAnswer,
  );
  const url = await listen(server, '127.0.0.1', port);
  return {
    url,
    close: () => {
      closed = true;
      agent.destroy();
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
};
