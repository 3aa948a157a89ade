import type { Context } from 'koa';
import type { HttpRequest, HttpResponse, ParsedBody } from '../core/message.js';
import { nodeRequest } from '../core/node-http.js';
import { utf8Text } from '../core/read-text.js';
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

/** Leaves a response to Koa, so that the application's own middleware can still see and change it. */
export const answerContext = (ctx: Context, response: HttpResponse): void => {
  const { client, error } = response.logged ?? {};
  if (client !== undefined) ctx.state['client'] = client;
  if (error !== undefined) ctx.state['error'] = error;
  ctx.status = response.status;
  for (const [name, value] of Object.entries(response.headers)) {
    if (value === undefined) continue;
    if (name === 'vary') ctx.vary(value);
    else ctx.set(name, value);
  }
  // Middleware around the router may read it as text, unless it is an image or compressed.
  const isBinary =
    ctx.type.startsWith('image/') || response.headers['content-encoding'] !== undefined;
  ctx.body =
    typeof response.body === 'string' || isBinary ? response.body : utf8Text(response.body);
  dropBody(ctx.req);
};
