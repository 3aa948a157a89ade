import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import {
  aClientName,
  type ClientEntry,
  conflictsOf,
  isClientName,
  keyProblem,
} from './client-entries.js';
import { type ApiClient, type Authorize, createClients, isKeyHash } from './clients.js';

// No message repeats any part of an entry: it may be a key.
const parseEntry = (
  position: number,
  entry: unknown,
  shortest: number,
): E.Either<string, ClientEntry> => {
  const place = `entry ${position}`;
  const refused = (problem: string): E.Either<string, never> => E.left(`${place} ${problem}`);
  if (typeof entry !== 'string') {
    return refused('is not a string: is the environment variable set?');
  }
  const colon = entry.indexOf(':');
  const [name = '', ...others] = entry.slice(0, Math.max(colon, 0)).split('=');
  const key = entry.slice(colon + 1);
  if (/\s/.test(entry)) return refused('contains a space');
  if (key === '') return refused(colon < 0 ? 'is empty' : 'has no key after the colon');
  if (name.toLowerCase() === 'sha256' && isKeyHash(key.toLowerCase())) {
    return refused(
      'has the hash of a key, but no client: write its name before it, as in shop:sha256:..., or a colon for a key without a name',
    );
  }
  if (name !== '' && !isClientName(name)) {
    return refused(
      `has no valid client name before its first colon: a name has ${aClientName}; write a colon before a key that contains a colon and has no name`,
    );
  }
  if (name === 'open') {
    return refused(
      'has the name open, which is reserved for callers without keys: use another name',
    );
  }
  if (!others.every((other) => isClientName(other) || isKeyHash(other))) {
    return refused(
      `needs an earlier name of the client, or the SHA-256 of a key, after "=": a name has ${aClientName}`,
    );
  }
  const problem = keyProblem(key, shortest);
  if (problem !== undefined) return refused(problem);
  return E.right({
    place,
    client: {
      name: name === '' ? undefined : name,
      otherNames: others.filter(isClientName),
      otherKeyHashes: others.filter(isKeyHash),
      keys: [key],
    },
  });
};

const joined = (entries: ReadonlyArray<ClientEntry>): ReadonlyArray<ApiClient> =>
  entries.reduce<ReadonlyArray<ApiClient>>(
    (clients, { client: { name, otherNames, otherKeyHashes, keys } }) => {
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
 * Parses entries such as `shop:key`, `shop:sha256:<hash>`, `shop=oldname:key` or `key` (decision A1a). A problem names an entry by
 * its position, and never repeats its text. `shortestKey`: the least length of a key in plain text.
 */
export const parseApiKeys = (
  entries: ReadonlyArray<unknown>,
  shortestKey = 1,
): E.Either<ReadonlyArray<string>, ReadonlyArray<ApiClient>> => {
  const { left: problems, right: parsed } = pipe(
    entries,
    RA.partitionMapWithIndex((index, entry) => parseEntry(index + 1, entry, shortestKey)),
  );
  const all = [...problems, ...conflictsOf(parsed, 'after "="')];
  return all.length > 0 ? E.left(all) : E.right(joined(parsed));
};

/** The clients of these keys. Throws a `TypeError` for keys that `parseApiKeys` refuses. */
export const clientsOf = (apiKeys: ReadonlyArray<string>): ReadonlyArray<ApiClient> => {
  const clients = parseApiKeys(apiKeys);
  if (E.isLeft(clients)) throw new TypeError(`apiKeys: ${clients.left.join('; ')}`);
  return clients.right;
};

/** Finds the callers of these keys (decision A1). Throws a `TypeError` for keys that `parseApiKeys` refuses. */
export const authorize = (apiKeys: ReadonlyArray<string>): Authorize =>
  createClients(clientsOf(apiKeys)).authorize;
