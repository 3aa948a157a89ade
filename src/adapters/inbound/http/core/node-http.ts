import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import * as E from 'fp-ts/lib/Either.js';
import type { BodyProblem, HttpRequest, HttpResponse, ParsedBody } from './message.js';
import { authorityOf, problemOnConnection } from './message-problem.js';
import { queryParams, splitUrl } from './request-url.js';
import { writeResponse } from './write-response.js';

const readStream = (stream: Readable, limit: number): Promise<E.Either<BodyProblem, Uint8Array>> =>
  new Promise((resolve) => {
    const chunks: Array<Uint8Array> = [];
    let size = 0;
    const end = (outcome: E.Either<BodyProblem, Uint8Array>): void => {
      stream.off('data', onData).off('end', onEnd).off('error', onBreak).off('close', onBreak);
      resolve(outcome);
    };
    const onData = (chunk: Uint8Array): void => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= limit) return;
      stream.pause();
      end(E.left('too-large'));
    };
    const onEnd = (): void => {
      const [only] = chunks;
      end(E.right(only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks)));
    };
    const onBreak = (): void => end(E.left('incomplete'));
    stream.on('data', onData).on('end', onEnd).on('error', onBreak).on('close', onBreak);
  });

/** Facts that are not in the request itself. */
type Context = {
  readonly id?: string;
  readonly parsedBody?: ParsedBody | undefined;
  /** Default: the URL of the request. A framework may have changed it. */
  readonly url?: string;
};

// By connection: what ends with it. A response that waits for those before it says nothing when its connection breaks.
const endings = new WeakMap<Socket, Set<() => void>>();

const endsOf = (socket: Socket): Set<() => void> => {
  const known = endings.get(socket);
  if (known !== undefined) return known;
  const ends = new Set<() => void>();
  endings.set(socket, ends);
  socket.once('close', () => {
    for (const end of ends) end();
  });
  return ends;
};

class NodeRequest implements HttpRequest {
  readonly id: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly querystring: string;
  readonly headers: HttpRequest['headers'];
  readonly parsedBody: ParsedBody | undefined;
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;
  #begun = false;
  #givenUp = false;
  #query: HttpRequest['query'] | undefined;
  #body: Promise<E.Either<BodyProblem, Uint8Array>> | undefined;

  constructor(
    message: IncomingMessage,
    response: ServerResponse,
    { id, parsedBody, url = message.url ?? '/' }: Context,
  ) {
    const [path, querystring] = splitUrl(url);
    this.id = id;
    this.#message = message;
    this.#response = response;
    this.method = message.method ?? '';
    this.path = path;
    this.querystring = querystring;
    this.headers = message.headers;
    this.parsedBody = parsedBody;
  }

  get problem(): HttpRequest['problem'] {
    return problemOnConnection(this.#message);
  }

  get query(): HttpRequest['query'] {
    this.#query ??= queryParams(this.querystring);
    return this.#query;
  }

  get host(): string {
    const { url = '', headers } = this.#message;
    return (url.startsWith('/') ? undefined : authorityOf(url)) ?? headers.host ?? '';
  }

  get localAddress(): string {
    return this.#message.socket.localAddress ?? '';
  }

  get remoteAddress(): string {
    return this.#message.socket.remoteAddress ?? '';
  }

  get encrypted(): boolean {
    return 'encrypted' in this.#message.socket;
  }

  get hasBody(): boolean {
    const { 'transfer-encoding': transfer = '', 'content-length': length } = this.#message.headers;
    return transfer !== '' || Number(length) > 0;
  }

  valuesOf(header: string): ReadonlyArray<string> {
    return this.headers[header] === undefined ? [] : (this.#message.headersDistinct[header] ?? []);
  }

  readBody(limit: number): Promise<E.Either<BodyProblem, Uint8Array>> {
    this.#body ??= this.#read(limit);
    return this.#body;
  }

  #read(limit: number): Promise<E.Either<BodyProblem, Uint8Array>> {
    if (!this.hasBody) return Promise.resolve(E.right(Buffer.alloc(0)));
    const problem = this.#bodyProblem(limit);
    return problem === null ? readStream(this.#message, limit) : Promise.resolve(E.left(problem));
  }

  #bodyProblem(limit: number): BodyProblem | null {
    const message = this.#message;
    // Whoever has received the first part of it has the rest too.
    if (message.readableDidRead || message.readableEnded) return 'already-read';
    if (message.destroyed) return 'incomplete';
    return Number(message.headers['content-length']) > limit ? 'too-large' : null;
  }

  begin(): boolean {
    this.#begun = !this.#givenUp;
    return this.#begun;
  }

  giveUp(): boolean {
    this.#givenUp = true;
    return this.#begun;
  }

  onClose(listener: () => void): void {
    const response = this.#response;
    const { socket } = this.#message;
    if (response.writableFinished || socket.destroyed) {
      listener();
      return;
    }
    const end = (): void => {
      response.off('close', end);
      endsOf(socket).delete(end);
      listener();
    };
    response.once('close', end);
    endsOf(socket).add(end);
  }
}

/** A request of `node:http`. */
export const nodeRequest = (
  message: IncomingMessage,
  response: ServerResponse,
  context: Context = {},
): HttpRequest => new NodeRequest(message, response, context);

/** Binds a handler to `node:http`. `onDefect` answers what it throws. The promise never rejects. */
export const nodeListener =
  (
    handle: (request: HttpRequest) => HttpResponse | Promise<HttpResponse>,
    onDefect: (cause: unknown, request: HttpRequest) => HttpResponse,
  ) =>
  async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = nodeRequest(message, response);
    try {
      await writeResponse(response, await handle(request));
    } catch (cause) {
      const answer = onDefect(cause, request);
      if (response.headersSent) response.destroy();
      else await writeResponse(response, answer);
    }
  };
