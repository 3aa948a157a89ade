import { createHash, timingSafeEqual } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import type { RequestError } from './http-error.js';

/** A client that may call, with one or several keys (decision A1a). */
type ApiClient = {
  /** Absent for an entry without a name, which has one key. */
  readonly name: string | undefined;
  /** Earlier names of the client. */
  readonly otherNames: ReadonlyArray<string>;
  /** SHA-256 of the keys that it had without a name, in hexadecimal. */
  readonly otherKeyHashes: ReadonlyArray<string>;
  readonly keys: ReadonlyArray<string>;
};

type Entry = ApiClient & { readonly position: number };

const isName = (text: string): boolean => /^[a-z][a-z0-9._-]{0,39}$/.test(text);
const isKeyHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

const aName = '1 to 40 lower-case letters, digits, ".", "_" or "-", and begins with a letter';

// No message repeats any part of an entry: it may be a key.
const parseEntry = (position: number, entry: unknown): E.Either<string, Entry> => {
  const refused = (problem: string): E.Either<string, never> =>
    E.left(`entry ${position} ${problem}`);
  if (typeof entry !== 'string') {
    return refused('is not a string: is the environment variable set?');
  }
  const colon = entry.indexOf(':');
  const [name = '', ...others] = entry.slice(0, Math.max(colon, 0)).split('=');
  const key = entry.slice(colon + 1);
  if (/\s/.test(entry)) return refused('contains a space');
  if (key === '') return refused(colon < 0 ? 'is empty' : 'has no key after the colon');
  if (name !== '' && !isName(name)) {
    return refused(
      `has no valid client name before its first colon: a name has ${aName}; write a colon before a key that contains a colon and has no name`,
    );
  }
  if (name === 'open') {
    return refused(
      'has the name open, which is reserved for callers without keys: use another name',
    );
  }
  if (!others.every((other) => isName(other) || isKeyHash(other))) {
    return refused(
      `needs an earlier name of the client, or the SHA-256 of a key, after "=": a name has ${aName}`,
    );
  }
  return E.right({
    position,
    name: name === '' ? undefined : name,
    otherNames: others.filter(isName),
    otherKeyHashes: others.filter(isKeyHash),
    keys: [key],
  });
};

const digest = (key: string): Buffer => createHash('sha256').update(key).digest();

const hashOf = (key: string): string => digest(key).toString('hex');

const conflicts = (entries: ReadonlyArray<Entry>): ReadonlyArray<string> =>
  entries.flatMap(({ position, name, keys, otherNames, otherKeyHashes }) => {
    const holder = entries.find(
      (other) => other.position < position && other.keys[0] === keys[0] && other.name !== name,
    );
    const namesake = entries.find(
      (other) => other.name !== undefined && otherNames.includes(other.name),
    );
    const keeper = entries.find(
      (other) =>
        other.position !== position &&
        (name === undefined || other.name !== name) &&
        other.keys.map(hashOf).some((hash) => otherKeyHashes.includes(hash)),
    );
    return [
      ...(holder === undefined
        ? []
        : [
            `entry ${position} has the key of entry ${holder.position}, which belongs to another client`,
          ]),
      ...(namesake === undefined
        ? []
        : [
            `entry ${position} has, after "=", the name of the client of entry ${namesake.position}: give that client a new name`,
          ]),
      ...(keeper === undefined
        ? []
        : [
            `entry ${position} has, after "=", the SHA-256 of the key of entry ${keeper.position}, which belongs to another client`,
          ]),
    ];
  });

const joined = (entries: ReadonlyArray<Entry>): ReadonlyArray<ApiClient> =>
  entries.reduce<ReadonlyArray<ApiClient>>(
    (clients, { name, otherNames, otherKeyHashes, keys }) => {
      const known = clients.find((client) => name !== undefined && client.name === name);
      const client: ApiClient = {
        name,
        otherNames: [...(known?.otherNames ?? []), ...otherNames],
        otherKeyHashes: [...(known?.otherKeyHashes ?? []), ...otherKeyHashes],
        keys: [...(known?.keys ?? []), ...keys],
      };
      return [...clients.filter((one) => one !== known), client];
    },
    [],
  );

/**
 * Parses entries such as `shop:key`, `shop=oldname:key` or `key` (decision A1a). A problem names an entry by its position, and
 * never repeats its text.
 */
export const parseApiKeys = (
  entries: ReadonlyArray<unknown>,
): E.Either<ReadonlyArray<string>, ReadonlyArray<ApiClient>> => {
  const { left: problems, right: parsed } = pipe(
    entries,
    RA.partitionMapWithIndex((index, entry) => parseEntry(index + 1, entry)),
  );
  const all = [...problems, ...conflicts(parsed)];
  return all.length > 0 ? E.left(all) : E.right(joined(parsed));
};

/** The caller of a request. Never has the key. */
export type ApiCaller = {
  /** Its name in the log; absent: it has no name. */
  readonly name?: string;
  /** Separates its idempotency keys from those of other callers. */
  readonly scope: string;
  /** Scopes that its earlier requests may have had, with earlier values of `API_KEYS` (decision A1a). */
  readonly formerScopes: ReadonlyArray<string>;
};

// The prefix separates names from hashes and from `open`.
const scopeOf = (name: string): string => `client:${name}`;

const open: ApiCaller = { scope: 'open', formerScopes: [] };

const callerOf = (
  { name, otherNames, otherKeyHashes, keys }: ApiClient,
  key: string,
): ApiCaller => {
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
 * Finds the caller by the `Authorization` header. Without keys, everyone may call, as one caller. Compares every key in constant
 * time (decision A1). Throws a `TypeError` for keys that `parseApiKeys` refuses.
 */
export const authorize = (
  apiKeys: ReadonlyArray<string>,
): ((authorization: unknown) => E.Either<RequestError, ApiCaller>) => {
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
