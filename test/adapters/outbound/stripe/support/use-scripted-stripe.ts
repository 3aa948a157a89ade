import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type {
  PaymentProcessor,
  ProcessorExtras,
} from '../../../../../src/application/ports/payment-processor.js';
import { createStripeProcessor, type StripeProcessorOptions } from '../../../../../src/stripe.js';
import { at } from '../../../../support/json/at.js';

/** A key in Stripe's format, built here so that no secret scanner takes it for a real one. */
export const secretKey = ['sk', 'test', 'adapterTests4eC39H'].join('_');

/** A received request. `form` is the body, or the query of the path. */
export type Seen = {
  readonly method: string;
  readonly path: string;
  readonly form: { readonly [name: string]: string };
  /** The raw body. */
  readonly raw: string;
  readonly headers: IncomingMessage['headers'];
  /** The client's port, which differs for each connection. */
  readonly port: number | undefined;
};

/** A response of the server. */
export type Answer = {
  readonly status: number;
  readonly body: string;
  readonly headers?: { readonly [name: string]: string };
};

/**
 * The reaction to a request. `reset`: reset its connection. `cut`: send half of the response. `stall`: the same, and keep
 * the connection open. `hang`: send nothing. `trickle`, `trickle_head`: send an endless response, or endless headers.
 * `reset_and_close`: reset the connection and close the server. `delayMs`: send the response later.
 */
export type Reply =
  | Answer
  | { readonly delayMs: number; readonly reply: Answer }
  | 'reset'
  | 'cut'
  | 'stall'
  | 'hang'
  | 'trickle'
  | 'trickle_head'
  | 'reset_and_close';

const readBody = async (request: IncomingMessage): Promise<string> => {
  request.setEncoding('utf8');
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
};

const half = { 'content-type': 'application/json', 'content-length': '1000' };

const trickle = ({ socket }: ServerResponse, head: string): void => {
  socket?.write(head);
  const timer = setInterval(() => socket?.write('x'), 20);
  socket?.once('close', () => clearInterval(timer));
  socket?.on('error', () => undefined);
};

const meet = (server: Server, response: ServerResponse, reply: Reply): void => {
  if (typeof reply === 'object' && 'delayMs' in reply) {
    setTimeout(() => meet(server, response, reply.reply), reply.delayMs);
    return;
  }
  if (typeof reply === 'object') {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(reply.body);
    return;
  }
  if (reply === 'hang') return;
  if (reply === 'trickle' || reply === 'trickle_head') {
    trickle(
      response,
      `HTTP/1.1 200 OK\r\n${reply === 'trickle' ? 'content-length: 9999\r\n\r\n' : 'x-'}`,
    );
    return;
  }
  if (reply === 'reset' || reply === 'reset_and_close') {
    response.socket?.resetAndDestroy();
    if (reply === 'reset_and_close') server.close();
    return;
  }
  response.writeHead(200, half);
  response.write('{"id":', () => {
    if (reply === 'cut') response.socket?.destroy();
  });
};

const seenOf = (request: IncomingMessage, body: string): Seen => {
  const [path = '', query = ''] = String(request.url).split('?');
  return {
    method: String(request.method),
    path,
    form: Object.fromEntries(new URLSearchParams(body === '' ? query : body)),
    raw: body,
    headers: request.headers,
    port: request.socket.remotePort,
  };
};

/** Starts a server in Stripe's place for each test. It sends the scripted replies in order, and repeats the last one. */
export const useScriptedStripe = () => {
  let server: Server;
  let seen: Array<Seen>;
  let script: ReadonlyArray<Reply>;

  beforeEach(async () => {
    seen = [];
    script = [];
    server = createServer((request, response) => {
      void readBody(request).then((body) => {
        const reply = script[seen.length] ?? script.at(-1) ?? 'reset';
        seen.push(seenOf(request, body));
        meet(server, response, reply);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const url = () => `http://127.0.0.1:${String(at(server.address(), 'port'))}`;

  return {
    /** The requests received so far. */
    seen: (): ReadonlyArray<Seen> => seen,
    /** The methods and paths of the requests received so far. */
    lines: (): ReadonlyArray<string> => seen.map(({ method, path }) => `${method} ${path}`),
    /** Sets the replies, and returns an adapter that calls this server with hardly any pauses. */
    processor: (
      replies: ReadonlyArray<Reply>,
      options: Partial<StripeProcessorOptions> = {},
    ): PaymentProcessor & ProcessorExtras => {
      script = replies;
      return createStripeProcessor({
        secretKey,
        baseUrl: url(),
        timeoutMs: 60_000,
        retryDelayMs: 1,
        ...options,
      });
    },
    /** Closes the server: connections are refused from now on. */
    close: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

type Headers = { readonly [name: string]: string };

/** A 200 response with this body as JSON. */
export const ok = (body: unknown, headers: Headers = {}): Answer => ({
  status: 200,
  body: JSON.stringify(body),
  headers: { 'request-id': 'req_answer', ...headers },
});

/** An error response of Stripe. */
export const refuse = (status: number, error: object, headers: Headers = {}): Answer => ({
  status,
  body: JSON.stringify({ error: { type: 'invalid_request_error', message: 'No.', ...error } }),
  headers: { 'request-id': 'req_refusal', ...headers },
});
