import { createHash, timingSafeEqual } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import type { RequestError } from './http-error.js';

const digest = (key: string): Buffer => createHash('sha256').update(key).digest();

const bearer = /^Bearer +(\S+) *$/i;

/**
 * Who may call, as a name that keeps callers apart and does not lead back to their key. No keys: everybody, as one caller.
 * Every key is compared, each in constant time (decision A1).
 */
export const authorize = (
  apiKeys: ReadonlyArray<string>,
): ((authorization: unknown) => E.Either<RequestError, string>) => {
  const digests = apiKeys.map(digest);
  return (authorization) => {
    if (digests.length === 0) return E.right('open');
    const given = typeof authorization === 'string' ? bearer.exec(authorization)?.[1] : undefined;
    const asked = digest(given ?? '');
    const matches = digests.filter((known) => timingSafeEqual(known, asked));
    return given !== undefined && matches.length > 0
      ? E.right(asked.toString('hex'))
      : E.left({ _tag: 'Unauthorized' });
  };
};
