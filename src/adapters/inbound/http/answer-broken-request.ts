import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HttpAnswer } from './http-message.js';

/** The status that answers what could not be read as a request. */
export type BrokenRequestStatus = 400 | 408 | 431;

const statusOf = (error: Error): BrokenRequestStatus => {
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
export const answerBrokenRequest =
  (answerOf: (status: BrokenRequestStatus) => HttpAnswer) =>
  (error: Error, socket: Duplex): void => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const { status, headers, body } = answerOf(statusOf(error));
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
