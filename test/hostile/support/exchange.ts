import { connect } from 'node:net';

export type RawResponse = {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
};

export type Exchange = {
  readonly responses: ReadonlyArray<RawResponse>;
  /** Bytes that are not part of a complete response. */
  readonly rest: string;
};

const headersOf = (lines: ReadonlyArray<string>): ReadonlyMap<string, string> =>
  new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );

type Part = { readonly content: Buffer; readonly end: number };

const chunkedPart = (bytes: Buffer, start: number): Part | null => {
  const content: Array<Buffer> = [];
  let at = start;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const end = lineEnd + 2 + size;
    if (bytes.length < end + 2) return null;
    if (size === 0) return { content: Buffer.concat(content), end: end + 2 };
    content.push(bytes.subarray(lineEnd + 2, end));
    at = end + 2;
  }
};

const bodyPart = (
  bytes: Buffer,
  start: number,
  headers: ReadonlyMap<string, string>,
): Part | null => {
  if (headers.get('transfer-encoding') === 'chunked') return chunkedPart(bytes, start);
  const end = start + Number(headers.get('content-length') ?? 0);
  return bytes.length < end ? null : { content: bytes.subarray(start, end), end };
};

/** The complete responses at the beginning of some bytes. Responses to `HEAD` have no body. */
const responsesIn = (bytes: Buffer, toHead: boolean): Exchange => {
  const responses: Array<RawResponse> = [];
  let at = 0;
  for (;;) {
    const headEnd = bytes.indexOf('\r\n\r\n', at);
    if (headEnd < 0) break;
    const [line = '', ...fields] = bytes.toString('latin1', at, headEnd).split('\r\n');
    const status = Number(line.split(' ')[1]);
    const headers = headersOf(fields);
    const start = headEnd + 4;
    const bodiless = toHead || status < 200 || status === 204 || status === 304;
    const part = bodiless
      ? { content: Buffer.alloc(0), end: start }
      : bodyPart(bytes, start, headers);
    if (part === null) break;
    // An interim response, such as 100 Continue, is not the answer.
    if (status >= 200) responses.push({ status, headers, text: part.content.toString('utf8') });
    at = part.end;
  }
  return { responses, rest: bytes.toString('latin1', at) };
};

type Settings = {
  /** The caller closes its side right after sending. */
  readonly hangUp?: boolean;
  /** The caller closes its side after so many milliseconds of silence. */
  readonly patienceMs?: number;
};

// Only a server that never answers needs so long.
const hangsAfterMs = 30_000;

/** Sends bytes unchanged on a connection of their own, and returns all that the server answers. */
export const exchange = (
  address: string,
  bytes: Uint8Array,
  { hangUp = false, patienceMs }: Settings = {},
): Promise<Exchange> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address);
    const toHead = Buffer.from(bytes.subarray(0, 5)).toString('latin1') === 'HEAD ';
    const chunks: Array<Buffer> = [];
    const received = (): Exchange => responsesIn(Buffer.concat(chunks), toHead);
    let silence: NodeJS.Timeout | undefined;
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true }, () => {
      socket.write(bytes);
      if (hangUp) socket.end();
      else if (patienceMs !== undefined) silence = setTimeout(() => socket.end(), patienceMs);
    });
    const finish = (): void => {
      socket.destroy();
      resolve(received());
    };
    socket.setTimeout(hangsAfterMs, () => {
      socket.destroy(
        new Error(
          `the server kept the connection open, after ${received().responses.length} responses`,
        ),
      );
    });
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      silence?.refresh();
    });
    socket.on('close', () => clearTimeout(silence));
    socket.on('end', finish);
    socket.on('error', (error) => {
      // A server may reset a connection whose request it did not read to its end.
      if ('code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')) finish();
      else reject(error);
    });
  });
