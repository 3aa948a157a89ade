import { type IncomingMessage, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from '../../../../application/ports/logger.js';
import { messageProblem } from '../core/message-problem.js';
import type { HttpAnswer } from '../http-message.js';
import { createMinuteLimit } from '../minute-limit.js';
import { oneAtATime } from './pipelined-requests.js';

/**
 * Options of a server against callers that send slowly: without limits, a few thousand of them hold all its connections. A whole
 * request arrives within the time-outs, in milliseconds.
 */
export const slowCallerLimits = {
  headersTimeout: 10_000,
  requestTimeout: 25_000,
  connectionsCheckingInterval: 2_000,
} as const;

/** The status that answers an invalid HTTP request. */
export type BrokenRequestStatus = 400 | 408 | 431;

const brokenStatusOf = (error: Error): BrokenRequestStatus => {
  switch ('code' in error ? error.code : undefined) {
    case 'HPE_HEADER_OVERFLOW':
      return 431;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 408;
    default:
      return 400;
  }
};

/** Answers a request that Node's server could not parse, and closes its connection. */
const answerBrokenRequest =
  (answerOf: (status: BrokenRequestStatus) => HttpAnswer) =>
  (error: Error, socket: Duplex): void => {
    const { status, headers, body } = answerOf(brokenStatusOf(error));
    const text = JSON.stringify(body);
    const fields = {
      Connection: 'close',
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Length': Buffer.byteLength(text),
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    };
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => {
      socket.destroy();
    });
  };

/** Tells the operator that a client speaks TLS, once a minute. The client itself shows only "wrong version number". */
const reportTls = (logger: Logger | undefined): (() => void) => {
  const limit = createMinuteLimit();
  return () => {
    const times = limit();
    if (times === 0 || logger === undefined) return;
    logger.warn(
      "a client spoke HTTPS, and this server speaks HTTP: let it call http://, or give Stripe's SDK the option protocol: 'http'",
      times === 1 ? {} : { times },
    );
  };
};

// The first two bytes of a TLS handshake (RFC 8446, section 5.1).
const isTls = (error: Error): boolean =>
  'rawPacket' in error &&
  error.rawPacket instanceof Uint8Array &&
  error.rawPacket[0] === 0x16 &&
  error.rawPacket[1] === 0x03;

// Node ignores such an offer, and with it all that follows the request in the same packet. What comes after that would be read
// from its middle: the body of a request as a request.
const offersUpgrade = ({ headers: { upgrade, connection = '' } }: IncomingMessage): boolean =>
  upgrade !== undefined && /upgrade/i.test(connection);

/**
 * Attaches a listener to a server. It gets the requests of each connection one after the other. Requests that Node cannot parse,
 * which it would answer by itself, get `brokenAnswer`. The log is told of clients that speak TLS.
 */
export const attachToServer = (
  server: Server,
  listener: RequestListener,
  brokenAnswer: (status: BrokenRequestStatus) => HttpAnswer,
  logger?: Logger,
): void => {
  const { receive, lastOn } = oneAtATime(listener);
  const answer: RequestListener = (request, response) => {
    // Now, before Node reads what may follow in the same packet: a payment would be made there without a response.
    if (messageProblem(request) !== undefined || offersUpgrade(request)) {
      response.shouldKeepAlive = false;
    }
    receive(request, response);
  };
  server.on('request', answer);
  server.on('checkExpectation', answer);
  const answerBroken = answerBrokenRequest(brokenAnswer);
  const tlsSeen = reportTls(logger);
  // Every packet that follows is an error too.
  const closing = new WeakSet<Duplex>();
  const end = (error: Error, socket: Duplex): void => {
    if (closing.has(socket)) return;
    closing.add(socket);
    if (isTls(error)) tlsSeen();
    const last = lastOn(socket);
    // Takes effect unless its headers are on their way already.
    if (last !== undefined) last.shouldKeepAlive = false;
    // Responses that are ready are written first, at the end of this turn of the event loop.
    setImmediate(() => {
      if (!socket.writable) socket.destroy();
      else if (last === undefined || last.writableFinished) answerBroken(error, socket);
      // The client would treat another response as that of its request, which may have charged a card.
      else last.once('close', () => void socket.destroy());
    });
  };
  server.on('clientError', end);
  server.on('connect', ({ socket }) => {
    // Node has taken its own listeners away.
    socket.on('error', () => void socket.destroy());
    end(new Error('CONNECT is for proxies'), socket);
  });
};
