import type { IncomingMessage } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Context } from 'koa';
import type { RequestError } from '../http-error.js';

const limit = 1_000_000;

const tooLarge: RequestError = { _tag: 'BodyTooLarge', limit: '1 MB' };

const readAll = async (request: IncomingMessage): Promise<E.Either<RequestError, Uint8Array>> => {
  if (Number(request.headers['content-length']) > limit) return E.left(tooLarge);
  const chunks: Array<Uint8Array> = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes: unknown = chunk;
    if (!(bytes instanceof Uint8Array)) continue;
    size += bytes.length;
    if (size > limit) return E.left(tooLarge);
    chunks.push(bytes);
  }
  return E.right(Buffer.concat(chunks));
};

/** The body exactly as it was sent, up to 1 MB, for signatures. */
export const readRawBody =
  (ctx: Context): TE.TaskEither<RequestError, string | Uint8Array> =>
  async () => {
    if (typeof ctx.request.rawBody === 'string') return E.right(ctx.request.rawBody);
    if (ctx.request.body !== undefined || ctx.req.readableEnded) {
      return E.left({ _tag: 'BodyAlreadyRead' });
    }
    try {
      return await readAll(ctx.req);
    } catch {
      return E.left({ _tag: 'BodyIncomplete' });
    }
  };
