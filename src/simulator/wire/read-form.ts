import * as E from 'fp-ts/lib/Either.js';
import { declaresUtf8, mediaTypeOf } from '../../adapters/inbound/http/core/media-type.js';
import type { HttpRequest } from '../../adapters/inbound/http/core/message.js';
import { readText } from '../../adapters/inbound/http/core/read-text.js';
import { type ApiError, invalidRequest } from '../engine/errors.js';
import type { WireHash } from '../engine/params/param.js';
import { parseForm } from './parse-form.js';

const formType = 'application/x-www-form-urlencoded';

const mostBytes = 1024 * 1024;

const help = 'If you have any questions, we can help at https://support.stripe.com/.';

const notForm = invalidRequest(
  `Invalid request (check that your POST content type is ${formType}). ${help}`,
);

const unreadable = invalidRequest(
  'Invalid request: the body is larger than 1 MB, incomplete, or not in UTF-8.',
);

type Form = E.Either<ApiError, WireHash>;

const readBody = async (request: HttpRequest): Promise<Form> => {
  if (mediaTypeOf(request) !== formType) return E.left(notForm);
  if (!declaresUtf8(request)) return E.left(unreadable);
  const text = await readText(request, mostBytes);
  return E.isRight(text) ? parseForm(text.right) : E.left(unreadable);
};

const readBoth = async (request: HttpRequest): Promise<Form> => {
  const body = await readBody(request);
  const query = parseForm(request.querystring);
  if (E.isLeft(query)) return query;
  return E.isLeft(body) ? body : E.right({ ...query.right, ...body.right });
};

/** Reads the parameters of the query and the body, if there is one. Those of the body take precedence. */
export const readForm = (request: HttpRequest): Form | Promise<Form> => {
  if (!request.hasBody) return parseForm(request.querystring);
  return request.querystring === '' ? readBody(request) : readBoth(request);
};
