import { createHash, timingSafeEqual } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import type { RequestError } from './http-error.js';
import { type ApiClient, parseApiKeys } from './parse-api-keys.js';

/** Who sent a request. Nothing here leads back to a key. */
export type Caller = {
  /** What the log calls it; absent: it has no name. */
  readonly name?: string;
  /** Keeps its idempotency keys apart from those of other callers. */
  readonly scope: string;
  /** Scopes that its earlier requests may have had, by what `API_KEYS` said then (decision A1a). */
  readonly formerScopes: ReadonlyArray<string>;
};

const digest = (key: string): Buffer => createHash('sha256').update(key).digest();

const hashOf = (key: string): string => digest(key).toString('hex');

// A prefix keeps every name apart from hashes and from `open`.
const scopeOf = (name: string): string => `client:${name}`;

const open: Caller = { scope: 'open', formerScopes: [] };

const callerOf = ({ name, otherNames, otherKeyHashes, keys }: ApiClient, key: string): Caller => {
  const scope = name === undefined ? hashOf(key) : scopeOf(name);
  const scopes = new Set([
    ...otherNames.map(scopeOf),
    ...keys.map(hashOf),
    ...otherKeyHashes,
    open.scope,
  ]);
  scopes.delete(scope);
  return { ...(name === undefined ? {} : { name }), scope, formerScopes: [...scopes] };
};

const clientsOf = (apiKeys: ReadonlyArray<string>): ReadonlyArray<ApiClient> => {
  const clients = parseApiKeys(apiKeys);
  if (E.isLeft(clients)) throw new TypeError(`apiKeys: ${clients.left.join('; ')}`);
  return clients.right;
};

const bearer = /^Bearer +(\S+) *$/i;

/**
 * Who calls, by the `Authorization` header. No keys: everybody may, as one caller. Every key is compared, each in constant
 * time (decision A1). Throws a `TypeError` when the keys are not written as `parseApiKeys` reads them.
 */
export const authorize = (
  apiKeys: ReadonlyArray<string>,
): ((authorization: unknown) => E.Either<RequestError, Caller>) => {
  const known = clientsOf(apiKeys).flatMap((client) =>
    client.keys.map((key) => ({ digest: digest(key), caller: callerOf(client, key) })),
  );
  return (authorization) => {
    if (known.length === 0) return E.right(open);
    const given = typeof authorization === 'string' ? bearer.exec(authorization)?.[1] : undefined;
    const asked = digest(given ?? '');
    const [match] = known.filter((one) => timingSafeEqual(one.digest, asked));
    return given !== undefined && match !== undefined
      ? E.right(match.caller)
      : E.left({ _tag: 'Unauthorized' });
  };
};
