import * as E from 'fp-ts/lib/Either.js';
import type { Context } from 'koa';
import bodyParser from 'koa-bodyparser';
import qs from 'qs';
import { dropBody } from '../../adapters/inbound/http/koa/drop-body.js';
import type { ApiError } from '../../adapters/outbound/memory/engine/errors/api-error.js';
import { invalidRequest } from '../../adapters/outbound/memory/engine/errors/invalid-request.js';
import type {
  WireHash,
  WireValue,
} from '../../adapters/outbound/memory/engine/params/wire-value.js';

// Deeper and longer than any request of Stripe's; what has no own prototype cannot be mistaken for a parameter.
const brackets = { depth: 8, arrayLimit: 1000, parameterLimit: 2000, plainObjects: true };

const formType = 'application/x-www-form-urlencoded';

const readText = bodyParser({
  enableTypes: ['text'],
  extendTypes: { text: [formType] },
  textLimit: '1mb',
});

const isWireValue = (value: unknown): value is WireValue =>
  typeof value === 'string' ||
  (Array.isArray(value)
    ? value.every(isWireValue)
    : typeof value === 'object' && value !== null && Object.values(value).every(isWireValue));

const isWireHash = (value: unknown): value is WireHash =>
  typeof value === 'object' && !Array.isArray(value) && isWireValue(value);

const hashOf = (value: unknown): E.Either<ApiError, WireHash> =>
  isWireHash(value) ? E.right(value) : E.left(invalidRequest('Invalid request: not a form'));

const hasBody = (ctx: Context): boolean =>
  ctx.get('transfer-encoding') !== '' || Number(ctx.get('content-length')) > 0;

const readBody = async (ctx: Context): Promise<E.Either<ApiError, WireHash>> => {
  if (!hasBody(ctx)) return E.right({});
  if (ctx.is('urlencoded') === false) {
    dropBody(ctx);
    return E.left(
      invalidRequest(`Invalid request: the body must be form-encoded (Content-Type: ${formType}).`),
    );
  }
  try {
    await readText(ctx, async () => undefined);
    return hashOf(qs.parse(ctx.request.rawBody ?? '', brackets));
  } catch {
    dropBody(ctx);
    return E.left(invalidRequest('Invalid request: the body is too large or no form.'));
  }
};

/** The parameters of a request: those of its query and those of its body, nested as their brackets say. */
export const readForm = async (ctx: Context): Promise<E.Either<ApiError, WireHash>> => {
  const query = hashOf(qs.parse(ctx.querystring, brackets));
  const body = await readBody(ctx);
  if (E.isLeft(query) || E.isLeft(body)) return E.isLeft(query) ? query : body;
  return E.right({ ...query.right, ...body.right });
};
