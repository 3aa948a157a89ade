import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpResponse } from './message.js';

/** Drops the rest of a body that was refused, so that the connection can receive its next request. */
export const dropBody = (message: IncomingMessage): void => {
  if (message.readableDidRead && !message.readableEnded) message.resume();
};

const bodiless: ReadonlySet<number> = new Set([204, 304]);

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

/**
 * Ends a response at the end of this turn of the event loop, after which those of other requests are written too. A client on the
 * same machine is then woken once for all of them: to wake it takes longer than to write to one that runs. Each has its own
 * callback, because what listens for the end of a response expects the async context of its request.
 */
const endWithOthers = (
  response: ServerResponse,
  body: HttpResponse['body'],
  encoding: BufferEncoding,
): void => {
  setImmediate(() => {
    response.end(body, encoding);
  });
};

/**
 * Writes a response, once, with its length, together with others that are ready in the same turn of the event loop. Throws for a
 * header that HTTP cannot represent.
 */
export const writeResponse = (
  to: ServerResponse,
  { status, headers, body, cut }: HttpResponse,
  more: HttpResponse['headers'] = {},
): void => {
  if (cut === 'before') {
    to.destroy();
    return;
  }
  const fields: Array<string> = [];
  addFields(fields, more);
  addFields(fields, headers);
  if (bodiless.has(status)) to.writeHead(status, fields).end();
  else {
    const length = lengthOf(body);
    fields.push('Content-Length', String(length));
    to.writeHead(status, fields);
    if (cut === 'inside') cutInside(to, body);
    // Text of which each character is a byte is pure ASCII, for which latin1 is the same and quicker.
    else endWithOthers(to, body, length === body.length ? 'latin1' : 'utf8');
  }
  dropBody(to.req);
};
