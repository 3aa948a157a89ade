import * as E from 'fp-ts/lib/Either.js';
import type { ApiError } from '../../adapters/outbound/memory/engine/errors.js';

/** Who calls: the account's name in the key, and whether the key is one that browsers know. */
export type Caller = { readonly name: string; readonly publishable: boolean };

const noKey =
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.";

const refuse = (message: string): E.Either<ApiError, never> =>
  E.left({ status: 401, error: { type: 'invalid_request_error', message } });

const shownAtEnd = 4;

const masked = (key: string): string => {
  const prefix = /^[a-z]{2}_test_/.exec(key)?.[0] ?? '';
  const rest = key.slice(prefix.length);
  const end = rest.length > 2 * shownAtEnd ? rest.slice(-shownAtEnd) : '';
  return `${prefix}${'*'.repeat(rest.length - end.length)}${end}`;
};

const keyOf = (authorization: string): string => {
  const [, scheme = '', credentials = ''] = /^(\w+)\s+(\S+)\s*$/.exec(authorization) ?? [];
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return credentials;
    case 'basic':
      return Buffer.from(credentials, 'base64').toString('utf8').split(':')[0] ?? '';
    default:
      return '';
  }
};

/** The caller of an `Authorization` header: bearer, or basic with the key as user. Every test key is good. */
export const authenticate = (authorization: string): E.Either<ApiError, Caller> => {
  const key = keyOf(authorization);
  if (key === '') return refuse(noKey);
  const [live] = /^[a-z]{2}_live_/.exec(key) ?? [];
  if (live !== undefined) {
    return refuse(
      `Invalid API Key provided: ${live}****. This server is no real processor: it takes test keys only, and a live key should never be sent to it.`,
    );
  }
  const [, kind, name] = /^(sk|rk|pk)_test_([A-Za-z0-9_]+)$/.exec(key) ?? [];
  return name === undefined
    ? refuse(`Invalid API Key provided: ${masked(key)}`)
    : E.right({ name, publishable: kind === 'pk' });
};
