import * as E from 'fp-ts/lib/Either.js';
import { defaultVersion } from '../../adapters/outbound/memory/engine/default-version.js';
import { type ApiError, invalidRequest } from '../../adapters/outbound/memory/engine/errors.js';

// A day, since 2024 with the name of a release; clients of previews append theirs.
const format = /^(\d{4}-\d{2}-\d{2})(?:\.[a-z]+)?(?:; ?[a-z0-9_]+=v\d+)*$/;

const isVersion = (header: string): boolean => {
  const day = format.exec(header)?.[1];
  if (day === undefined) return false;
  const date = new Date(day);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
};

/** The version that a request is answered in: the one that it asks for by `Stripe-Version`, else the default one of the account. */
export const readVersion = (header: string): E.Either<ApiError, string> => {
  if (header === '') return E.right(defaultVersion);
  return isVersion(header)
    ? E.right(header)
    : E.left(invalidRequest(`Invalid Stripe API version: ${header.slice(0, 40)}`));
};
