import { fileURLToPath } from 'node:url';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { isPostgresUrl } from '../../adapters/outbound/postgres/url.js';
import { type Decoder, problem, wrongValue } from './decoders.js';
import { readVariable } from './environment.js';

const isUrl = (value: string): boolean => /^https?:\/\/[^\s/]/.test(value) && URL.canParse(value);

/** An http or https URL exactly as it is written: a slash at its end is part of it. */
export const decodeExactUrl: Decoder<string | undefined> = (env, name) => {
  const value = readVariable(env, name);
  return value === undefined || isUrl(value)
    ? E.right(value)
    : wrongValue(name, 'an http or https URL');
};

/** An http or https URL, without the slashes at its end. */
export const decodeUrl: Decoder<string | undefined> = (env, name) =>
  pipe(
    decodeExactUrl(env, name),
    E.map((url) => url?.replace(/\/+$/, '')),
  );

const hasCredentials = (url: string): boolean => {
  const { username, password } = new URL(url);
  return `${username}${password}` !== '';
};

/** The URL at which browsers reach the service, without the slashes at its end. */
export const decodePublicUrl: Decoder<string | undefined> = (env, name) =>
  pipe(
    decodeUrl(env, name),
    E.flatMap((url) =>
      url === undefined || !hasCredentials(url)
        ? E.right(url)
        : problem(
            `${name} must not contain a user or a password, because every browser would get them`,
          ),
    ),
  );

/** The address that events are forwarded to, exactly as it is written. */
export const decodeForwardUrl: Decoder<string | undefined> = (env, name) => {
  const url = readVariable(env, name);
  return url === undefined || (isUrl(url) && !hasCredentials(url))
    ? E.right(url)
    : problem(`${name} must be an http or https URL without user and password`);
};

/** A database as a URL names it. */
type DatabaseLocation =
  | { readonly kind: 'memory' }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string };

const pathOf = (url: string): string | undefined => {
  if (!url.startsWith('file://')) return url.slice('file:'.length);
  return /^file:\/\/(?:localhost)?\//u.test(url) && URL.canParse(url)
    ? fileURLToPath(url)
    : undefined;
};

/** The database to use. */
export const decodeDatabaseUrl: Decoder<DatabaseLocation | undefined> = (env, name) => {
  const url = readVariable(env, name);
  if (url === undefined) return E.right(undefined);
  if (url === 'memory:') return E.right({ kind: 'memory' });
  if (isPostgresUrl(url)) return E.right({ kind: 'postgres', url });
  if (/^postgres(?:ql)?:\/\//u.test(url)) {
    return problem(
      `${name} is not a valid URL: percent-encode special characters in the user and the password, for example # as %23`,
    );
  }
  const path = url.startsWith('file:') ? pathOf(url) : undefined;
  // SQLite would keep these in memory, and lose them with the process.
  return path === undefined || ['', ':memory:'].includes(path) || path.endsWith('/')
    ? problem(`${name} must be memory:, file:<path> or postgres://<user>@<host>/<database>`)
    : E.right({ kind: 'file', path });
};
