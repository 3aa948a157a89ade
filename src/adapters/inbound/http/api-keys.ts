import { createHash, timingSafeEqual } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import type { RequestError } from './http-error.js';

/** Somebody who may call, with one key or several (decision A1a). */
type ApiClient = {
  /** Absent: the client of an entry without a name, which has one key. */
  readonly name: string | undefined;
  /** Other names that its requests may have been made under. */
  readonly otherNames: ReadonlyArray<string>;
  /** SHA-256 of keys that it had without a name, as hexadecimal digits. */
  readonly otherKeyHashes: ReadonlyArray<string>;
  readonly keys: ReadonlyArray<string>;
};

type Entry = ApiClient & { readonly position: number };

const isName = (text: string): boolean => /^[a-z][a-z0-9._-]{0,39}$/.test(text);
const isKeyHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

const aName = '1 to 40 lower-case letters, digits, ".", "_" or "-", and begins with a letter';

// No problem repeats anything of an entry: it may be a key that was written without care.
const parseEntry = (position: number, entry: unknown): E.Either<string, Entry> => {
  const refused = (problem: string): E.Either<string, never> =>
    E.left(`entry ${position} ${problem}`);
  if (typeof entry !== 'string') {
    return refused('is not a text: is the environment variable set?');
  }
  const colon = entry.indexOf(':');
  const [name = '', ...others] = entry.slice(0, Math.max(colon, 0)).split('=');
  const key = entry.slice(colon + 1);
  if (/\s/.test(entry)) return refused('has a space inside');
  if (key === '') return refused(colon < 0 ? 'is empty' : 'has no key after the colon');
  if (name !== '' && !isName(name)) {
    return refused(
      `has no client's name before its first colon: a name has ${aName}; a key with a colon in it and without a name is written with a colon before it`,
    );
  }
  if (name === 'open') {
    return refused('has the name open: that is what callers are called when there are no keys');
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
        : [`entry ${position} has the key of entry ${holder.position}, another client's`]),
      ...(namesake === undefined
        ? []
        : [
            `entry ${position} has a name after "=" that is the client's of entry ${namesake.position}: give that client a new name`,
          ]),
      ...(keeper === undefined
        ? []
        : [
            `entry ${position} has the SHA-256 of the key of entry ${keeper.position}, another client's, after "="`,
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
 * The clients of entries such as `shop:key`, `shop=oldname:key` or `key` (decision A1a); or what is wrong with each entry,
 * which is called by its position and never repeated.
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

/** Who sent a request. Nothing here leads back to a key. */
export type ApiCaller = {
  /** What the log calls it; absent: it has no name. */
  readonly name?: string;
  /** Keeps its idempotency keys apart from those of other callers. */
  readonly scope: string;
  /** Scopes that its earlier requests may have had, by what `API_KEYS` said then (decision A1a). */
  readonly formerScopes: ReadonlyArray<string>;
};

// A prefix keeps every name apart from hashes and from `open`.
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
 * Who calls, by the `Authorization` header. No keys: everybody may, as one caller. Every key is compared, each in constant
 * time (decision A1). Throws a `TypeError` when the keys are not written as `parseApiKeys` reads them.
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
