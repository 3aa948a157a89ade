import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodilessStatuses, type HttpResponse } from './message.js';

/** Drops the rest of a body that was refused, so that the connection can receive its next request. */
export const dropBody = (message: IncomingMessage): void => {
  if (message.readableDidRead && !message.readableEnded) message.resume();
};

const lengthOf = (body: HttpResponse['body']): number =>
  typeof body === 'string' ? Buffer.byteLength(body) : body.length;

const cutInside = (response: ServerResponse, body: HttpResponse['body']): void => {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  response.write(bytes.subarray(0, bytes.length / 2), () => {
    response.destroy();
  });
};

/** Adds headers to a list of names and values, which Node takes. To merge objects takes longer than all the rest here. */
const addFields = (list: Array<string>, headers: HttpResponse['headers']): void => {
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value !== undefined) list.push(name, value);
  }
};

// Code that runs before us may have set `Vary` too.
const withOtherVary = (
  to: ServerResponse,
  headers: HttpResponse['headers'],
): HttpResponse['headers'] =>
  headers['vary'] === undefined || !to.hasHeader('vary')
    ? headers
    : { ...headers, vary: `${String(to.getHeader('vary'))}, ${headers['vary']}` };

const openStream = (to: ServerResponse, begin: NonNullable<HttpResponse['stream']>): void =>
  begin({
    send: (text) => {
      to.write(text);
    },
    waiting: () => to.writableLength,
    cut: () => {
      to.destroy();
    },
    onClose: (listener) => {
      to.once('close', listener);
    },
  });

/**
 * Waits for the end of this turn of the event loop, after which the responses to other requests are written too. A client on the
 * same machine is then woken once for all of them: to wake it takes longer than to write to one that runs.
 */
export const endOfTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/**
 * Writes a response, once, with its length, and ends it at the end of this turn of the event loop, in the async context of its
 * request, as what listens for its end expects. Rejects for a
 * header that HTTP cannot represent, and with what `end` throws, which other middleware may have replaced.
 */
export const writeResponse = async (
  to: ServerResponse,
  { status, headers, body, cut, stream }: HttpResponse,
  more: HttpResponse['headers'] = {},
): Promise<void> => {
  if (cut === 'before') {
    to.destroy();
    return;
  }
  const fields: Array<string> = [];
  addFields(fields, more);
  addFields(fields, withOtherVary(to, headers));
  if (bodilessStatuses.has(status)) {
    to.writeHead(status, fields).end();
    dropBody(to.req);
    return;
  }
  if (stream !== undefined && to.req.method !== 'HEAD') {
    to.writeHead(status, fields).write(body);
    openStream(to, stream);
    return;
  }
  const length = lengthOf(body);
  fields.push('Content-Length', String(length));
  to.writeHead(status, fields);
  dropBody(to.req);
  if (cut === 'inside') {
    cutInside(to, body);
    return;
  }
  await endOfTurn();
  // Text of which each character is a byte is pure ASCII, for which latin1 is the same and quicker.
  to.end(body, length === body.length ? 'latin1' : 'utf8');
};
