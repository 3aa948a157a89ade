import * as E from 'fp-ts/lib/Either.js';
import { type BodyProblem, type HttpRequest, headerOf } from '../core/message.js';
import { queryParams, splitUrl } from '../core/request-url.js';

type Body = E.Either<BodyProblem, Uint8Array>;

const joined = (chunks: ReadonlyArray<Uint8Array>, size: number): Uint8Array => {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
};

/** A signal that aborts after this many milliseconds, such as `AbortSignal.timeout`. */
export type TimeLimit = (milliseconds: number) => AbortSignal;

// As long as the service waits for a request.
const bodyMs = 25_000;

// Each costs more memory than its bytes. Platforms pass on what arrives together: a body of 1 MB comes in some hundreds.
const mostChunks = 10_000;

const readStream = async (
  stream: ReadableStream<Uint8Array>,
  limit: number,
  caller: AbortSignal,
  late: AbortSignal,
): Promise<Body> => {
  const signal = AbortSignal.any([caller, late]);
  const reader = stream.getReader();
  // Not every platform breaks the body of a request that its caller has given up.
  const drop = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', drop);
  // Its event does not come again.
  if (signal.aborted) drop();
  const chunks: Array<Uint8Array> = [];
  let size = 0;
  let count = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (late.aborted) return E.left('too-slow');
      if (caller.aborted) return E.left('incomplete');
      if (done) return E.right(joined(chunks, size));
      size += value.length;
      count += 1;
      if (size > limit || count > mostChunks) {
        drop();
        return E.left('too-large');
      }
      chunks.push(value);
    }
  } catch {
    return E.left('incomplete');
  } finally {
    signal.removeEventListener('abort', drop);
  }
};

class FetchRequest implements HttpRequest {
  readonly id = undefined;
  // The platform has parsed it.
  readonly problem = undefined;
  readonly parsedBody = undefined;
  // A `Request` does not say who sent it.
  readonly localAddress = '';
  readonly remoteAddress = '';
  readonly method: string;
  readonly path: string;
  readonly querystring: string;
  readonly headers: HttpRequest['headers'];
  readonly #request: Request;
  readonly #timeLimit: TimeLimit;
  #begun = false;
  #givenUp = false;
  #query: HttpRequest['query'] | undefined;
  #body: Promise<Body> | undefined;

  constructor(request: Request, timeLimit: TimeLimit) {
    const [path, querystring] = splitUrl(request.url);
    this.#request = request;
    this.#timeLimit = timeLimit;
    this.method = request.method;
    this.path = path;
    this.querystring = querystring;
    this.headers = Object.fromEntries(request.headers);
  }

  get query(): HttpRequest['query'] {
    this.#query ??= queryParams(this.querystring);
    return this.#query;
  }

  get host(): string {
    return headerOf(this, 'host') || new URL(this.#request.url).host;
  }

  get encrypted(): boolean {
    return this.#request.url.startsWith('https:');
  }

  get hasBody(): boolean {
    return this.#request.body !== null && this.headers['content-length'] !== '0';
  }

  // The standard joins the values of a repeated header, and one value may have a comma too. A proxy that repeats a header repeats
  // its value: the joined key would be a new one, under which the payment is made again.
  valuesOf(header: string): ReadonlyArray<string> {
    const value = this.headers[header];
    if (typeof value !== 'string') return [];
    const values = value.split(', ');
    return values.every((one) => one === values[0]) ? values : [value];
  }

  readBody(limit: number): Promise<Body> {
    this.#body ??= this.#read(limit);
    return this.#body;
  }

  async #read(limit: number): Promise<Body> {
    const { body, bodyUsed, signal } = this.#request;
    if (bodyUsed || body?.locked === true) return E.left('already-read');
    if (body === null || !this.hasBody) return E.right(new Uint8Array());
    if (Number(this.headers['content-length']) > limit) return E.left('too-large');
    return readStream(body, limit, signal, this.#timeLimit(bodyMs));
  }

  begin(): boolean {
    this.#begun = !this.#givenUp && !this.#request.signal.aborted;
    return this.#begun;
  }

  giveUp(): boolean {
    this.#givenUp = true;
    return this.#begun;
  }

  onClose(listener: () => void): void {
    this.#request.signal.addEventListener('abort', listener, { once: true });
  }
}

/** A request of the web standard (`Request`). Its body must arrive within 25 seconds and 10,000 chunks. */
export const fetchRequest = (request: Request, timeLimit: TimeLimit): HttpRequest =>
  new FetchRequest(request, timeLimit);
