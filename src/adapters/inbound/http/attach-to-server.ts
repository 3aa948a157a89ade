import { type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HttpAnswer } from './http-message.js';

/** The status that answers what could not be read as a request. */
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

/** Answers what Node's server could not read as a request: for its `clientError`. */
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

/** Which connections have an answer to come. */
type AnswersInProgress = {
  readonly add: (response: ServerResponse) => void;
  /** Whether a request of this connection came whole, and is not answered yet. */
  readonly on: (connection: Duplex) => boolean;
};

/** None yet. */
const createAnswersInProgress = (): AnswersInProgress => {
  const responses = new Map<Duplex, Set<ServerResponse>>();
  return {
    add: (response) => {
      const connection = response.req.socket;
      const open = responses.get(connection) ?? new Set();
      responses.set(connection, open.add(response));
      response.once('close', () => {
        open.delete(response);
        if (open.size === 0) responses.delete(connection);
      });
    },
    on: (connection) =>
      [...(responses.get(connection) ?? [])].some(
        (response) => response.req.complete && !response.writableFinished,
      ),
  };
};

/** Has a server answer its requests, and also what Node would answer by itself: what it cannot read as one. */
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
    // Its answer would be taken for that of the request before it, which may have charged somebody.
    if (answering.on(socket)) socket.destroy();
    else answerBroken(error, socket);
  });
};
