import { createHash, timingSafeEqual } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import type { RequestError } from './http-error.js';

const digest = (key: string): Buffer => createHash('sha256').update(key).digest();

const bearer = /^Bearer +(\S+) *$/i;

/** Who may call. No keys: everybody. Every key is compared, each in constant time (decision A1). */
export const authorize = (
  apiKeys: ReadonlyArray<string>,
): ((authorization: unknown) => E.Either<RequestError, void>) => {
  const digests = apiKeys.map(digest);
  return (authorization) => {
    if (digests.length === 0) return E.right(undefined);
    const given = typeof authorization === 'string' ? bearer.exec(authorization)?.[1] : undefined;
    const asked = digest(given ?? '');
    const matches = digests.filter((known) => timingSafeEqual(known, asked));
    return given !== undefined && matches.length > 0
      ? E.right(undefined)
      : E.left({ _tag: 'Unauthorized' });
  };
};
