import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Context } from 'koa';
import bodyParser from 'koa-bodyparser';
import type { RequestError } from '../http-error.js';

const limit = '100kb';

const parse = bodyParser({ enableTypes: ['json'], detectJSON: () => true, jsonLimit: limit });

const hasBody = (ctx: Context): boolean =>
  ctx.get('transfer-encoding') !== '' || Number(ctx.get('content-length')) > 0;

const isJson = (ctx: Context): boolean =>
  typeof ctx.request.is('application/json', '+json') === 'string' &&
  ['', 'utf-8', 'utf8'].includes(ctx.request.charset.toLowerCase());

const reasonOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'type' in thrown ? String(thrown.type) : '';

// What the parser says may hold a piece of the body, so nothing of it is kept.
const asRequestError = (thrown: unknown): RequestError => {
  switch (reasonOf(thrown)) {
    case 'entity.too.large':
      return { _tag: 'BodyTooLarge', limit: '100 kB' };
    case 'request.aborted':
    case 'request.size.invalid':
      return { _tag: 'BodyIncomplete' };
    default:
      return typeof thrown === 'object' &&
        thrown !== null &&
        'status' in thrown &&
        thrown.status === 415
        ? { _tag: 'UnsupportedMediaType' }
        : { _tag: 'InvalidJson' };
  }
};

/** The body as JSON, up to 100 kB; `undefined` when there is none. A body that the application has parsed is taken as it is. */
export const readJsonBody = (ctx: Context): TE.TaskEither<RequestError, unknown> => {
  if (ctx.request.body !== undefined) return TE.right(ctx.request.body);
  if (!hasBody(ctx)) return TE.right(undefined);
  if (ctx.req.readableEnded) return TE.left({ _tag: 'BodyAlreadyRead' });
  if (!isJson(ctx)) return TE.left({ _tag: 'UnsupportedMediaType' });
  return TE.tryCatch(async () => {
    await parse(ctx, async () => undefined);
    return ctx.request.body;
  }, asRequestError);
};
