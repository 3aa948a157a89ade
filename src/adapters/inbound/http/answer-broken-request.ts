import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HttpError } from './http-error.js';
import { renderFailure } from './render.js';

const asHttpError = (error: Error): HttpError => {
  switch ('code' in error ? error.code : undefined) {
    case 'HPE_HEADER_OVERFLOW':
      return { _tag: 'BrokenRequest', status: 431 };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { _tag: 'BrokenRequest', status: 408 };
    default:
      return { _tag: 'BrokenRequest', status: 400 };
  }
};

/** Answers in the envelope what Node's server could not read as a request: for its `clientError`. */
export const answerBrokenRequest =
  (verbose: boolean) =>
  (error: Error, socket: Duplex): void => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const { status, body } = renderFailure(verbose)(asHttpError(error));
    const text = JSON.stringify(body);
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(text)}`,
      'X-Content-Type-Options: nosniff',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => {
      socket.destroy();
    });
  };
