import { type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HttpAnswer } from './http-message.js';

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

/** Answers a request that Node's server could not parse, on its event `clientError`. */
const answerBrokenRequest =
  (answerOf: (status: BrokenRequestStatus) => HttpAnswer) =>
  (error: Error, socket: Duplex): void => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const { status, headers, body } = answerOf(brokenStatusOf(error));
    const text = JSON.stringify(body);
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(text)}`,
      'X-Content-Type-Options: nosniff',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => {
      socket.destroy();
    });
  };

/** Tracks which connections wait for a response. */
type AnswersInProgress = {
  readonly add: (response: ServerResponse) => void;
  /** Whether a complete request of this connection is not answered yet. */
  readonly on: (connection: Duplex) => boolean;
};

const createAnswersInProgress = (): AnswersInProgress => {
  // The responses of each connection that were not sent when its latest request came, and the response to that.
  const responses = new WeakMap<Duplex, ReadonlyArray<ServerResponse>>();
  return {
    add: (response) => {
      const connection = response.req.socket;
      const before = responses.get(connection) ?? [];
      const open = before.filter(({ writableFinished }) => !writableFinished);
      open.push(response);
      responses.set(connection, open);
    },
    on: (connection) =>
      (responses.get(connection) ?? []).some(
        (response) => response.req.complete && !response.writableFinished,
      ),
  };
};

/** Attaches a listener to a server. Requests that Node cannot parse, which it would answer by itself, get `brokenAnswer`. */
export const attachToServer = (
  server: Server,
  listener: RequestListener,
  brokenAnswer: (status: BrokenRequestStatus) => HttpAnswer,
): void => {
  const answering = createAnswersInProgress();
  const answer: RequestListener = (request, response) => {
    answering.add(response);
    listener(request, response);
  };
  server.on('request', answer);
  server.on('checkExpectation', answer);
  const answerBroken = answerBrokenRequest(brokenAnswer);
  server.on('clientError', (error, socket) => {
    // Responses that are ready are written first, at the end of this turn of the event loop.
    setImmediate(() => {
      // The client would treat this response as that of the previous request, which may have charged a card.
      if (answering.on(socket)) socket.destroy();
      else answerBroken(error, socket);
    });
  });
};
