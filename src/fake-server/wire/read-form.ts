import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Context } from 'koa';
import bodyParser from 'koa-bodyparser';
import { dropBody } from '../../adapters/inbound/http/core/node-http.js';
import { hasBody, isUtf8 } from '../../adapters/inbound/http/koa/read-body.js';
import { type ApiError, invalidRequest } from '../../adapters/outbound/memory/engine/errors.js';
import type { WireHash } from '../../adapters/outbound/memory/engine/params/param.js';
import { parseForm } from './parse-form.js';

const formType = 'application/x-www-form-urlencoded';

const readText = bodyParser({
  enableTypes: ['text'],
  extendTypes: { text: [formType] },
  textLimit: '1mb',
});

const help = 'If you have any questions, we can help at https://support.stripe.com/.';

const notForm = invalidRequest(
  `Invalid request (check that your POST content type is ${formType}). ${help}`,
);

const unreadable = invalidRequest(
  'Invalid request: the body is larger than 1 MB, incomplete, or not in UTF-8.',
);

const readBody = async (ctx: Context): Promise<E.Either<ApiError, string>> => {
  if (!hasBody(ctx)) return E.right('');
  if (typeof ctx.is('urlencoded') !== 'string') return E.left(notForm);
  if (!isUtf8(ctx)) return E.left(unreadable);
  try {
    await readText(ctx, async () => undefined);
    const { rawBody } = ctx.request;
    return E.right(typeof rawBody === 'string' ? rawBody : '');
  } catch {
    dropBody(ctx.req);
    return E.left(unreadable);
  }
};

/** Reads the parameters of the query and the body. Those of the body take precedence. */
export const readForm = async (ctx: Context): Promise<E.Either<ApiError, WireHash>> => {
  const body = await readBody(ctx);
  return pipe(
    parseForm(ctx.querystring),
    E.bindTo('query'),
    E.bind('body', () => pipe(body, E.flatMap(parseForm))),
    E.map((given) => ({ ...given.query, ...given.body })),
  );
};
