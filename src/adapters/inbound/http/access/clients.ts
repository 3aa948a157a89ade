import { createHash, timingSafeEqual } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import type { Ceilings } from '../../../../application/ceilings.js';
import type { RequestError } from '../http-error.js';
import type { Permission } from '../permissions.js';

/** A client that may call, with one or several keys (decision A1a). */
export type ApiClient = {
  /** Absent for an entry without a name, which has one key. */
  readonly name: string | undefined;
  /** Earlier names of the client. */
  readonly otherNames: ReadonlyArray<string>;
  /** SHA-256 of the keys that it had without a name, in hexadecimal. */
  readonly otherKeyHashes: ReadonlyArray<string>;
  /** As they are written: in plain text, or `sha256:` and the hash. */
  readonly keys: ReadonlyArray<string>;
  /** Its scopes. Absent: all. */
  readonly permissions?: ReadonlySet<Permission>;
  /** The most that it may pay and refund. Absent: no ceilings of its own. */
  readonly ceilings?: Ceilings;
};

const hashMark = 'sha256:';

/** Whether a key is written as its hash. */
export const isHashed = (key: string): boolean => key.toLowerCase().startsWith(hashMark);

/** Whether a text is a SHA-256 in lower-case hexadecimal. */
export const isKeyHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** The SHA-256 of a key in hexadecimal, the same whether the key is written in plain text or as its hash. */
export const keyHashOf = (key: string): string =>
  isHashed(key)
    ? key.slice(hashMark.length).toLowerCase()
    : createHash('sha256').update(key).digest('hex');

/** The caller of a request. Never has the key. */
export type ApiCaller = {
  /** Its name in the log; absent: it has no name. */
  readonly name?: string;
  /** Separates its idempotency keys from those of other callers. */
  readonly scope: string;
  /** Scopes that its earlier requests may have had, with earlier values of `API_KEYS` (decision A1a). */
  readonly formerScopes: ReadonlyArray<string>;
} & Pick<ApiClient, 'permissions' | 'ceilings'>;

// The prefix separates names from hashes and from `open`.
const named = 'client:';

const scopeOf = (name: string): string => `${named}${name}`;

/** The client of a scope: its name, else the scope itself, which is `open` or the hash of a key. */
export const clientOfScope = (scope: string): string =>
  scope.startsWith(named) ? scope.slice(named.length) : scope;

/** Everybody, where no key is needed. */
export const openCaller: ApiCaller = { scope: 'open', formerScopes: [] };

const callerOf = (
  { name, otherNames, otherKeyHashes, keys, permissions, ceilings }: ApiClient,
  keyHash: string,
): ApiCaller => {
  const scope = name === undefined ? keyHash : scopeOf(name);
  const scopes = new Set([
    ...otherNames.map(scopeOf),
    ...keys.map(keyHashOf),
    ...otherKeyHashes,
    openCaller.scope,
  ]);
  scopes.delete(scope);
  return {
    ...(name === undefined ? {} : { name }),
    scope,
    formerScopes: [...scopes],
    ...(permissions === undefined ? {} : { permissions }),
    ...(ceilings === undefined ? {} : { ceilings }),
  };
};

/** Finds the caller by the `Authorization` header. */
export type Authorize = (authorization: unknown) => E.Either<RequestError, ApiCaller>;

/** The clients that may call. They can be replaced while the service runs. */
export type Clients = {
  readonly authorize: Authorize;
  /** The scopes that requests of any of them may have, also under earlier values of `API_KEYS`. */
  readonly scopes: () => ReadonlySet<string>;
  /** Replaces all clients, for requests from now on. */
  readonly replace: (clients: ReadonlyArray<ApiClient>) => void;
  /** Calls the listener after they were replaced. Returns a function that removes it. */
  readonly onReplace: (listener: () => void) => () => void;
};

type Known = { readonly digest: Buffer; readonly caller: ApiCaller };

const knownKeys = (clients: ReadonlyArray<ApiClient>): ReadonlyMap<string, Known> =>
  new Map(
    clients.flatMap((client) =>
      client.keys.map(keyHashOf).map((hash) => {
        const digest = Buffer.from(hash, 'hex');
        return [digest.toString('latin1'), { digest, caller: callerOf(client, hash) }] as const;
      }),
    ),
  );

const bearer = /^Bearer +(\S+) *$/i;

const nobody: Known = { digest: Buffer.alloc(32), caller: openCaller };

const unauthorized = E.left<RequestError>({ _tag: 'Unauthorized' });
const withoutBearer = E.left<RequestError>({ _tag: 'Unauthorized', lacksBearer: true });

/**
 * The clients that may call. Without clients, everyone may call, as one caller. Keys are found by their digest, which tells nothing
 * about a key, and compared in constant time (decision A1).
 */
export const createClients = (initial: ReadonlyArray<ApiClient>): Clients => {
  let known = knownKeys(initial);
  const listeners = new Set<() => void>();
  return {
    authorize: (authorization) => {
      if (known.size === 0) return E.right(openCaller);
      const given = typeof authorization === 'string' ? bearer.exec(authorization)?.[1] : undefined;
      if (given === undefined) return withoutBearer;
      const asked = createHash('sha256').update(given).digest();
      const match = known.get(asked.toString('latin1')) ?? nobody;
      return timingSafeEqual(match.digest, asked) ? E.right(match.caller) : unauthorized;
    },
    scopes: () => {
      const callers =
        known.size === 0 ? [openCaller] : [...known.values()].map(({ caller }) => caller);
      return new Set(callers.flatMap(({ scope, formerScopes }) => [scope, ...formerScopes]));
    },
    replace: (clients) => {
      known = knownKeys(clients);
      for (const listener of listeners) listener();
    },
    onReplace: (listener) => {
      // One function may listen several times.
      const own = (): void => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
};
