import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { isObject, objectFields } from '../../domain/input/json.js';
import type { ReconciledOrder } from '../../domain/reconciliation/ledger-case.js';
import { isHttpAddress } from '../config/urls.js';
import { csvRows } from './csv.js';
import { columnsOf, orderOfCells, orderOfFields } from './order-rows.js';
import { OrdersProblem } from './orders-problem.js';

type Given = {
  /** A path, `-` for standard input, an HTTP address, or a module that exports `orders`. */
  readonly source: string;
  /** The folder from which paths count. */
  readonly folder: string;
  readonly stdin: NodeJS.ReadableStream | undefined;
  /** The time to reconcile, which the function of a module gets. */
  readonly from: number;
  readonly to: number;
  readonly signal: AbortSignal;
  readonly bounds?: OrderBounds;
};

/** Bounds of a source, so that one that never ends, or never goes on, is an error. */
type OrderBounds = {
  /** The longest time in which an address sends nothing, in milliseconds. */
  readonly silenceMs: number;
  /** The longest time for a module to give its first or next order, in milliseconds. */
  readonly moduleMs: number;
  /** All of its text, in characters. */
  readonly all: number;
  /** One line, or a list in one piece, which have to be in memory. */
  readonly line: number;
  readonly list: number;
};

const usualBounds: OrderBounds = {
  silenceMs: 60_000,
  moduleMs: 600_000,
  all: 4_000_000_000,
  line: 1_000_000,
  list: 200_000_000,
};

const reasonOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message : String(cause);

// `fetch` says only that it failed. Its cause says why.
const connectionProblem = (cause: unknown): string => {
  const inner = cause instanceof Error && cause.cause !== undefined ? cause.cause : cause;
  const text = reasonOf(inner);
  return text === '' && inner instanceof Error && 'code' in inner ? String(inner.code) : text;
};

const decodedPart = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The address without the name and the password in it, which `fetch` refuses, and these as a header. */
const requestTo = (
  source: string,
): { readonly url: URL; readonly headers: Readonly<Record<string, string>> } => {
  if (!URL.canParse(source)) throw new OrdersProblem('the address of --orders is not a URL');
  const url = new URL(source);
  const { username, password } = url;
  if (username === '' && password === '') return { url, headers: {} };
  url.username = '';
  url.password = '';
  const login = [username, password].map(decodedPart).join(':');
  return {
    url,
    headers: { authorization: `Basic ${Buffer.from(login).toString('base64')}` },
  };
};

const textsOf = async function* (stream: AsyncIterable<unknown>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    yield chunk instanceof Uint8Array ? decoder.decode(chunk, { stream: true }) : String(chunk);
  }
  yield decoder.decode();
};

/** The texts, as long as they stay below a number of characters. */
const within = async function* (
  texts: AsyncGenerator<string>,
  most: number,
  advice: string,
): AsyncGenerator<string> {
  let read = 0;
  for await (const text of texts) {
    read += text.length;
    if (read > most)
      throw new OrdersProblem(`the orders have more than ${most} characters: ${advice}`);
    yield text;
  }
};

const withShortLines = async function* (
  texts: AsyncGenerator<string>,
  most: number,
): AsyncGenerator<string> {
  let length = 0;
  for await (const text of texts) {
    const end = text.lastIndexOf('\n');
    length = end < 0 ? length + text.length : text.length - end - 1;
    if (length > most) {
      throw new OrdersProblem(
        `a line of the orders has more than ${most} characters: it is not an export of orders`,
      );
    }
    yield text;
  }
};

/** The texts with the first sign that says what they are. */
const begun = async (
  texts: AsyncGenerator<string>,
  most: number,
): Promise<{ readonly first: string; readonly all: AsyncGenerator<string> }> => {
  let start = '';
  for (;;) {
    const next = await texts.next();
    if (next.done === true) break;
    start += next.value;
    if (/\S/.test(start)) break;
    if (start.length > most) throw new OrdersProblem('the orders begin with nothing but spaces');
  }
  const all = async function* (): AsyncGenerator<string> {
    yield start;
    yield* texts;
  };
  return {
    first: start
      .replace(/^\u{feff}/u, '')
      .trimStart()
      .charAt(0),
    all: all(),
  };
};

const parsed = (text: string, place: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (cause) {
    throw new OrdersProblem(`${place} is not JSON: ${reasonOf(cause)}`);
  }
};

const ordersOfLines = async function* (
  texts: AsyncGenerator<string>,
): AsyncGenerator<ReconciledOrder> {
  const lines = createInterface({ input: Readable.from(texts), crlfDelay: Infinity });
  let line = 0;
  for await (const text of lines) {
    line += 1;
    const place = `line ${line}`;
    if (text.trim() !== '')
      yield orderOfFields(parsed(text.replace(/^\u{feff}/u, ''), place), place);
  }
};

// One JSON array has to be in memory as a whole: lines of JSON are for many orders.
const ordersOfArray = async function* (
  texts: AsyncGenerator<string>,
): AsyncGenerator<ReconciledOrder> {
  let text = '';
  for await (const part of texts) text += part;
  const value = parsed(text.replace(/^\u{feff}/u, ''), 'the list of orders');
  if (!Array.isArray(value)) throw new OrdersProblem('the orders are not a JSON array');
  const orders: ReadonlyArray<unknown> = value;
  for (const [at, order] of orders.entries()) yield orderOfFields(order, `order ${at + 1}`);
};

const ordersOfCsv = async function* (
  texts: AsyncGenerator<string>,
): AsyncGenerator<ReconciledOrder> {
  let columns: ReadonlyArray<string> | undefined;
  for await (const row of csvRows(texts)) {
    if (columns === undefined) columns = columnsOf(row);
    else yield orderOfCells(columns, row);
  }
  // An export that failed looks like this. A shop without orders has a line with the names of the columns, or [].
  if (columns === undefined) {
    throw new OrdersProblem(
      'there are no orders to read: the source is empty. Without orders, leave --orders out',
    );
  }
};

const ordersOfText = async function* (
  stream: AsyncIterable<unknown>,
  bounds: OrderBounds,
): AsyncGenerator<ReconciledOrder> {
  const texts = within(textsOf(stream), bounds.all, 'compare a shorter time');
  const { first, all } = await begun(texts, bounds.line);
  if (first === '[') yield* ordersOfArray(within(all, bounds.list, 'write them as lines of JSON'));
  else {
    const lines = withShortLines(all, bounds.line);
    yield* first === '{' ? ordersOfLines(lines) : ordersOfCsv(lines);
  }
};

const isIterable = (value: unknown): value is AsyncIterable<unknown> | Iterable<unknown> =>
  isObject(value) && (Symbol.asyncIterator in value || Symbol.iterator in value);

const nothing = (): void => undefined;

/** Waits for what a module gives, and no longer once it is silent or everything stops. Its code need not heed the signal. */
const createModuleWait = (path: string, ms: number, signal: AbortSignal) => {
  let giveUp: (problem: unknown) => void = nothing;
  const stop = (): void => giveUp(signal.reason);
  const timer = setTimeout(() => {
    giveUp(new OrdersProblem(`orders() of ${path} gave no order for ${ms / 1000} s`));
  }, ms);
  signal.addEventListener('abort', stop);
  return {
    // A race with one promise for all orders would keep something for each.
    wait: async <A>(ask: () => A | PromiseLike<A>): Promise<A> => {
      signal.throwIfAborted();
      timer.refresh();
      return new Promise<A>((take, reject) => {
        giveUp = reject;
        void Promise.resolve()
          .then(ask)
          .then(take, (cause: unknown) => {
            const reason = `orders() of ${path} failed: ${reasonOf(cause)}`;
            reject(new OrdersProblem(reason, { cause }));
          });
      });
    },
    end: (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    },
  };
};

const iteratorOf = (
  found: AsyncIterable<unknown> | Iterable<unknown>,
): AsyncIterator<unknown> | Iterator<unknown> =>
  Symbol.asyncIterator in found ? found[Symbol.asyncIterator]() : found[Symbol.iterator]();

const loadedModule = async (path: string): Promise<unknown> => {
  try {
    return await import(pathToFileURL(path).href);
  } catch (cause) {
    const advice = cause instanceof SyntaxError ? `: node --check ${path} shows where` : '';
    throw new OrdersProblem(`${path} cannot be loaded: ${reasonOf(cause)}${advice}`, { cause });
  }
};

const ordersOfModule = async function* (
  path: string,
  { from, to, signal }: Given,
  { moduleMs }: OrderBounds,
): AsyncGenerator<ReconciledOrder> {
  const exported = objectFields(await loadedModule(path));
  const own = isObject(exported['default']) ? objectFields(exported['default']) : {};
  const orders = exported['orders'] ?? own['orders'];
  if (typeof orders !== 'function') {
    throw new OrdersProblem(
      `${path} exports no function orders, such as export const orders = async ({ from, to }) => [{ id: '1', amount: 1999, state: 'paid' }]`,
    );
  }
  const { wait, end } = createModuleWait(path, moduleMs, signal);
  let close: () => unknown = nothing;
  try {
    const found = await wait<unknown>(() =>
      Reflect.apply(orders, undefined, [{ from, to, signal }]),
    );
    if (!isIterable(found)) {
      throw new OrdersProblem(`orders() of ${path} returned no array and no iterable`);
    }
    const iterator = iteratorOf(found);
    close = () => iterator.return?.();
    for (let at = 0; ; at += 1) {
      const { done, order } = await wait(async () => {
        const next = await iterator.next();
        const value: unknown = await next.value;
        return { done: next.done === true, order: value };
      });
      if (done) {
        close = nothing;
        return;
      }
      yield orderOfFields(order, `orders()[${at}]`);
    }
  } finally {
    end();
    // One that hangs does not end either.
    void Promise.resolve().then(close).catch(nothing);
  }
};

/** Ends what waits for somebody who says nothing for a while. */
const createPatience = (ms: number) => {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), ms);
  return {
    signal: ending.signal,
    renew: () => void timer.refresh(),
    end: () => clearTimeout(timer),
    problem: (host: string): string | undefined =>
      ending.signal.aborted
        ? `no orders from ${host}: it sent nothing for ${ms / 1000} s`
        : undefined,
  };
};

const wholeBody = async function* (
  body: AsyncIterable<unknown>,
  host: string,
  patience: ReturnType<typeof createPatience>,
): AsyncGenerator<unknown> {
  try {
    for await (const chunk of body) {
      patience.renew();
      yield chunk;
    }
  } catch (cause) {
    throw new OrdersProblem(
      patience.problem(host) ??
        `${host} ended its response before all orders were read: ${connectionProblem(cause)}`,
    );
  } finally {
    patience.end();
  }
};

const responseOf = async (
  source: string,
  signal: AbortSignal,
  silenceMs: number,
): Promise<AsyncIterable<unknown>> => {
  const { url, headers } = requestTo(source);
  const patience = createPatience(silenceMs);
  const response = await fetch(url, {
    headers: { accept: 'application/x-ndjson, application/json, text/csv', ...headers },
    signal: AbortSignal.any([signal, patience.signal]),
  }).catch((cause: unknown) => {
    patience.end();
    throw new OrdersProblem(
      patience.problem(url.host) ?? `no orders from ${url.host}: ${connectionProblem(cause)}`,
    );
  });
  if (!response.ok || response.body === null) {
    patience.end();
    throw new OrdersProblem(`no orders: ${url.host} returned ${response.status}`);
  }
  return wholeBody(Readable.fromWeb(response.body), url.host, patience);
};

const fileContent = async function* (path: string, source: string): AsyncGenerator<unknown> {
  try {
    yield* createReadStream(path);
  } catch (cause) {
    throw new OrdersProblem(`${source} cannot be read: ${reasonOf(cause)}`, { cause });
  }
};

const streamOf = async (given: Given, bounds: OrderBounds): Promise<AsyncIterable<unknown>> => {
  const { source, stdin, signal } = given;
  if (source === '-') {
    if (stdin === undefined)
      throw new OrdersProblem('there is no standard input to read orders from');
    return stdin;
  }
  if (isHttpAddress(source)) return responseOf(source, signal, bounds.silenceMs);
  const path = resolve(given.folder, source);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new OrdersProblem(`there is no file ${source}`);
  if (found.isDirectory()) {
    throw new OrdersProblem(`${source} is a folder: pass the path of a file in it`);
  }
  return fileContent(path, source);
};

/**
 * The orders of the shop, one after another: CSV, lines of JSON or a JSON array, from a file, standard input or an address; or the
 * function `orders` of a module, as drivers of the torture test have it. Throws an `OrdersProblem`.
 */
export const ordersFrom = async function* (given: Given): AsyncGenerator<ReconciledOrder> {
  if (/\.[cm]?[jt]s$/.test(given.source) && !isHttpAddress(given.source)) {
    const path = resolve(given.folder, given.source);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) throw new OrdersProblem(`there is no file ${given.source}`);
    yield* ordersOfModule(path, given, given.bounds ?? usualBounds);
  } else {
    const { bounds = usualBounds } = given;
    yield* ordersOfText(await streamOf(given, bounds), bounds);
  }
};
