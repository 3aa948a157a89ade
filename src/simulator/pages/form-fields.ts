import * as E from 'fp-ts/lib/Either.js';
import { mediaTypeOf } from '../../adapters/inbound/http/core/media-type.js';
import type { HttpRequest } from '../../adapters/inbound/http/core/message.js';
import { readText } from '../../adapters/inbound/http/core/read-text.js';

/** The fields of a form that were sent once. A body that cannot be read, or is not a form, has none. */
export const readFormFields = async (
  request: HttpRequest,
  limit: number,
): Promise<ReadonlyMap<string, string>> => {
  if (mediaTypeOf(request) !== 'application/x-www-form-urlencoded') return new Map();
  const text = await readText(request, limit);
  const fields = new URLSearchParams(E.isRight(text) ? text.right : '');
  const counts = new Map<string, number>();
  for (const name of fields.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map([...fields].filter(([name]) => counts.get(name) === 1));
};
