import { type IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

// Node drops those beyond a limit of its own without a word: an `Idempotency-Key` among them would be ignored. Apache and Tomcat
// allow as many.
const mostHeaders = 100;

const isCountOk = ({ rawHeaders, socket }: IncomingMessage): boolean => {
  const count = rawHeaders.length / 2;
  if (count > mostHeaders) return false;
  const server: unknown = 'server' in socket ? socket.server : undefined;
  if (!(server instanceof Server)) return true;
  // An application may have set its server to drop them earlier.
  const { maxHeadersCount } = server;
  return maxHeadersCount === null || maxHeadersCount === 0 || count < maxHeadersCount;
};

const isRepeated = (rawHeaders: ReadonlyArray<string>, name: string): boolean => {
  let isKnown = false;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at] ?? '';
    if (given.length !== name.length || given.toLowerCase() !== name) continue;
    if (isKnown) return true;
    isKnown = true;
  }
  return false;
};

// In the characters that names have in practice, and without user info.
const hostAndPort = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]*)(?::([0-9]{0,5}))?$/i;

const isHostAndPort = (text: string): boolean => {
  const match = hostAndPort.exec(text);
  return match !== null && Number(match[1] ?? 0) <= 65_535;
};

const absolute = /^https?:\/\/([^/?#]+)/i;

/** The host in an absolute URL, which a server has to accept; `undefined`: it is not a valid one. */
export const authorityOf = (url: string): string | undefined => {
  const [, asked] = absolute.exec(url) ?? [];
  return asked !== undefined && isHostAndPort(asked) && URL.canParse(`http://${asked}`)
    ? asked
    : undefined;
};

// RFC 9112, section 3.2. Node has refused spaces and control characters.
const isTargetOk = ({ method, url = '' }: IncomingMessage): boolean =>
  url.startsWith('/') || (url === '*' ? method === 'OPTIONS' : authorityOf(url) !== undefined);

// RFC 9112, section 3.2: a request of HTTP/1.1 has exactly one. HTTP/0.9 had no headers.
const isHostOk = ({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean =>
  headers.host === undefined
    ? httpVersion !== '1.1' && httpVersion !== '0.9'
    : isHostAndPort(headers.host) && !isRepeated(rawHeaders, 'host');

// RFC 9112, section 6.1. Other codings would reach the application undecoded, and a proxy may have cut the request elsewhere.
const isCodingOk = ({ httpVersion, headers }: IncomingMessage): boolean => {
  const coding = headers['transfer-encoding'];
  return coding === undefined || (coding.toLowerCase() === 'chunked' && httpVersion === '1.1');
};

/**
 * The status with which a request is refused though Node could parse it: it may mean something else to another program on its
 * way, or a part of it was dropped. `undefined`: it is valid.
 */
export const messageProblem = (message: IncomingMessage): 400 | 431 | undefined => {
  if (!isCountOk(message)) return 431;
  return isTargetOk(message) &&
    isHostOk(message) &&
    isCodingOk(message) &&
    !isRepeated(message.rawHeaders, 'authorization')
    ? undefined
    : 400;
};

// By connection: its first request that was refused.
const refused = new WeakMap<Socket, IncomingMessage>();

/**
 * The same, and 400 for all that follows a refused request on its connection. The refusal ends the connection, but the server of an
 * application hands on what follows: a payment would be made there without a response.
 */
export const problemOnConnection = (message: IncomingMessage): 400 | 431 | undefined => {
  const first = refused.get(message.socket);
  if (first !== undefined && first !== message) return 400;
  const problem = messageProblem(message);
  if (problem !== undefined) refused.set(message.socket, message);
  return problem;
};
