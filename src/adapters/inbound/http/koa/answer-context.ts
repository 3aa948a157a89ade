import type { ServerResponse } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import type { Context } from 'koa';
import type { HttpRequest, HttpResponse, ParsedBody } from '../core/message.js';
import { nodeRequest } from '../core/node-http.js';
import { dropBody } from '../core/write-response.js';

// Body parsers add these two fields. They leave `rawBody` undefined when the body is empty or has another type.
const parsedBodyOf = ({ request }: Context): ParsedBody | undefined => {
  const body: unknown = Reflect.get(request, 'body');
  const rawBody: unknown = Reflect.get(request, 'rawBody');
  if (typeof rawBody === 'string') return { value: body, raw: rawBody };
  return body === undefined ? undefined : { value: body, raw: undefined };
};

/** The request of a context, as the application has left it. */
export const requestOfContext = (ctx: Context): HttpRequest => {
  const id: unknown = ctx.state['requestId'];
  return nodeRequest(ctx.req, ctx.res, {
    url: ctx.url,
    parsedBody: parsedBodyOf(ctx),
    ...(typeof id === 'string' ? { id } : {}),
  });
};

/** A response that goes on, as a body. */
const streamOf = (
  { body, stream }: Pick<HttpResponse, 'body' | 'stream'>,
  to: ServerResponse,
): Readable => {
  const text = new PassThrough();
  text.write(body);
  stream?.({
    send: (more) => {
      text.write(more);
    },
    waiting: () => text.readableLength + to.writableLength,
    cut: () => {
      to.destroy();
    },
    onClose: (listener) => {
      to.once('close', listener);
    },
  });
  return text;
};

// Koa would write other bytes as JSON.
const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const bodyOf = ({ method, res }: Context, response: HttpResponse): string | Buffer | Readable => {
  const { body, stream } = response;
  if (stream !== undefined && method !== 'HEAD') return streamOf(response, res);
  return typeof body === 'string' ? body : bufferOf(body);
};

/** Sets headers, unless they are on their way already. `ctx.set` would make lists of each. */
export const setHeaders = (ctx: Context, headers: HttpResponse['headers']): void => {
  const { res } = ctx;
  if (res.headersSent) return;
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value === undefined) continue;
    if (name === 'vary' && res.hasHeader(name)) ctx.vary(value);
    else res.setHeader(name, value);
  }
};

/** Leaves a response to Koa, so that the application's own middleware can still see and change it. */
export const answerContext = (ctx: Context, response: HttpResponse): void => {
  const { client, error } = response.logged ?? {};
  if (client !== undefined) ctx.state['client'] = client;
  if (error !== undefined) ctx.state['error'] = error;
  ctx.status = response.status;
  setHeaders(ctx, response.headers);
  ctx.body = bodyOf(ctx, response);
  dropBody(ctx.req);
};
