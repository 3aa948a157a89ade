import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { isObject, objectFields } from '../../domain/json.js';
import type { ReconciledOrder } from '../../domain/reconciliation/ledger-case.js';
import { csvRows } from './csv.js';
import { columnsOf, OrdersProblem, orderOfCells, orderOfFields } from './order-rows.js';

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

/** The texts with the first sign that says what they are. */
const begun = async (
  texts: AsyncGenerator<string>,
): Promise<{ readonly first: string; readonly all: AsyncGenerator<string> }> => {
  let start = '';
  for (;;) {
    const next = await texts.next();
    if (next.done === true) break;
    start += next.value;
    if (/\S/.test(start)) break;
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
): AsyncGenerator<ReconciledOrder> {
  const { first, all } = await begun(textsOf(stream));
  if (first === '{') yield* ordersOfLines(all);
  else if (first === '[') yield* ordersOfArray(all);
  else yield* ordersOfCsv(all);
};

const isIterable = (value: unknown): value is AsyncIterable<unknown> | Iterable<unknown> =>
  isObject(value) && (Symbol.asyncIterator in value || Symbol.iterator in value);

const ordersOfModule = async function* (
  path: string,
  { from, to, signal }: Given,
): AsyncGenerator<ReconciledOrder> {
  const module: unknown = await import(pathToFileURL(path).href);
  const exported = objectFields(module);
  const own = isObject(exported['default']) ? objectFields(exported['default']) : {};
  const orders = exported['orders'] ?? own['orders'];
  if (typeof orders !== 'function') {
    throw new OrdersProblem(
      `${path} exports no function orders, such as export const orders = async ({ from, to }) => [{ id: '1', amount: 1999, state: 'paid' }]`,
    );
  }
  const found: unknown = await Reflect.apply(orders, undefined, [{ from, to, signal }]);
  if (!isIterable(found)) {
    throw new OrdersProblem(`orders() of ${path} returned no array and no iterable`);
  }
  let at = 0;
  for await (const order of found) {
    yield orderOfFields(order, `orders()[${at}]`);
    at += 1;
  }
};

const wholeBody = async function* (
  body: AsyncIterable<unknown>,
  host: string,
): AsyncGenerator<unknown> {
  try {
    yield* body;
  } catch (cause) {
    throw new OrdersProblem(
      `${host} ended its response before all orders were read: ${connectionProblem(cause)}`,
    );
  }
};

const streamOf = async (given: Given): Promise<AsyncIterable<unknown>> => {
  const { source, stdin, signal } = given;
  if (source === '-') {
    if (stdin === undefined)
      throw new OrdersProblem('there is no standard input to read orders from');
    return stdin;
  }
  if (/^https?:/.test(source)) {
    const { url, headers } = requestTo(source);
    const response = await fetch(url, {
      headers: { accept: 'application/x-ndjson, application/json, text/csv', ...headers },
      signal,
    }).catch((cause: unknown) => {
      throw new OrdersProblem(`no orders from ${url.host}: ${connectionProblem(cause)}`);
    });
    if (!response.ok || response.body === null) {
      throw new OrdersProblem(`no orders: ${url.host} returned ${response.status}`);
    }
    return wholeBody(Readable.fromWeb(response.body), url.host);
  }
  const path = resolve(given.folder, source);
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) throw new OrdersProblem(`there is no file ${source}`);
  return createReadStream(path);
};

/**
 * The orders of the shop, one after another: CSV, lines of JSON or a JSON array, from a file, standard input or an address; or the
 * function `orders` of a module, as drivers of the torture test have it. Throws an `OrdersProblem`.
 */
export const ordersFrom = async function* (given: Given): AsyncGenerator<ReconciledOrder> {
  if (/\.[cm]?[jt]s$/.test(given.source) && !/^https?:/.test(given.source)) {
    const path = resolve(given.folder, given.source);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) throw new OrdersProblem(`there is no file ${given.source}`);
    yield* ordersOfModule(path, given);
  } else yield* ordersOfText(await streamOf(given));
};
