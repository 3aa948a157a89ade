import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Context } from 'koa';
import bodyParser from 'koa-bodyparser';
import { isObject } from '../../../../domain/json.js';
import type { RequestError } from '../http-error.js';

const jsonLimit = '100kb';

const parse = bodyParser({ enableTypes: ['json'], detectJSON: () => true, jsonLimit });

/** Whether the request has a body, perhaps an empty one. */
export const hasBody = (ctx: Context): boolean =>
  ctx.get('transfer-encoding') !== '' || Number(ctx.get('content-length')) > 0;

/** Whether the body is declared as UTF-8, or without a charset. */
export const isUtf8 = (ctx: Context): boolean =>
  ['', 'utf-8', 'utf8'].includes(ctx.request.charset.toLowerCase());

const isJson = (ctx: Context): boolean =>
  typeof ctx.request.is('application/json', '+json') === 'string' && isUtf8(ctx);

const reasonOf = (thrown: unknown): string =>
  isObject(thrown) && 'type' in thrown ? String(thrown.type) : '';

// The parser's message may contain a part of the body, so it is dropped.
const asRequestError = (thrown: unknown): RequestError => {
  switch (reasonOf(thrown)) {
    case 'entity.too.large':
      return { _tag: 'BodyTooLarge', limit: '100 kB' };
    case 'request.aborted':
    case 'request.size.invalid':
      return { _tag: 'BodyIncomplete' };
    default:
      return isObject(thrown) && 'status' in thrown && thrown.status === 415
        ? { _tag: 'UnsupportedMediaType' }
        : { _tag: 'InvalidJson' };
  }
};

/** Reads the body as JSON, up to 100 kB; `undefined` when there is none. A body that the application has parsed is used as it is. */
export const readJsonOfContext = (ctx: Context): TE.TaskEither<RequestError, unknown> => {
  if (ctx.request.body !== undefined) return TE.right(ctx.request.body);
  if (!hasBody(ctx)) return TE.right(undefined);
  if (ctx.req.readableEnded) return TE.left({ _tag: 'BodyAlreadyRead' });
  if (!isJson(ctx)) return TE.left({ _tag: 'UnsupportedMediaType' });
  return TE.tryCatch(async () => {
    await parse(ctx, async () => undefined);
    return ctx.request.body;
  }, asRequestError);
};
