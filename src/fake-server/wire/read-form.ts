import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Context } from 'koa';
import bodyParser from 'koa-bodyparser';
import qs from 'qs';
import { dropBody } from '../../adapters/inbound/http/koa/read-body.js';
import { type ApiError, invalidRequest } from '../../adapters/outbound/memory/engine/errors.js';
import type { WireHash, WireValue } from '../../adapters/outbound/memory/engine/params/param.js';

const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

const brackets: qs.IParseOptions = {
  // What is a list and what a hash with numbers for names (as metadata may be) is for each parameter to say.
  arrayLimit: 0,
  decoder: decode,
  depth: 8,
  strictDepth: true,
  duplicates: 'last',
  parameterLimit: Number.POSITIVE_INFINITY,
  plainObjects: true,
};

const isWireValue = (value: unknown): value is WireValue =>
  typeof value === 'string' ||
  (typeof value === 'object' && value !== null && Object.values(value).every(isWireValue));

const isWireHash = (value: unknown): value is WireHash =>
  typeof value === 'object' && !Array.isArray(value) && isWireValue(value);

const broken = E.left(
  invalidRequest(
    'Invalid request: the parameters are nested too deep, or hold an escape (%) that is broken or no UTF-8.',
  ),
);

/** A form, nested as its brackets say: `card[number]=4242`. Lists are hashes with numbers for names. */
export const parseForm = (text: string): E.Either<ApiError, WireHash> => {
  if (text === '') return E.right({});
  try {
    const form: unknown = qs.parse(text, brackets);
    return isWireHash(form) ? E.right(form) : broken;
  } catch {
    return broken;
  }
};

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
  'Invalid request: the body is larger than 1 MB, incomplete, or in another charset than UTF-8.',
);

const hasBody = (ctx: Context): boolean =>
  ctx.get('transfer-encoding') !== '' || Number(ctx.get('content-length')) > 0;

const isUtf8 = (ctx: Context): boolean =>
  ['', 'utf-8', 'utf8'].includes(ctx.request.charset.toLowerCase());

const readBody = async (ctx: Context): Promise<E.Either<ApiError, string>> => {
  if (!hasBody(ctx)) return E.right('');
  if (typeof ctx.is('urlencoded') !== 'string') return E.left(notForm);
  if (!isUtf8(ctx)) return E.left(unreadable);
  try {
    await readText(ctx, async () => undefined);
    const { rawBody } = ctx.request;
    return E.right(typeof rawBody === 'string' ? rawBody : '');
  } catch {
    dropBody(ctx);
    return E.left(unreadable);
  }
};

/** The parameters of a request: those of its query and those of its body, nested as their brackets say. */
export const readForm = async (ctx: Context): Promise<E.Either<ApiError, WireHash>> => {
  const body = await readBody(ctx);
  return pipe(
    parseForm(ctx.querystring),
    E.bindTo('query'),
    E.bind('body', () => pipe(body, E.flatMap(parseForm))),
    E.map((given) => ({ ...given.query, ...given.body })),
  );
};
