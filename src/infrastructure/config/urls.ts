import { fileURLToPath } from 'node:url';
import * as E from 'fp-ts/lib/Either.js';
import { isPostgresUrl, misleadingUrl } from '../../adapters/outbound/postgres/url.js';
import {
  also,
  andThen,
  anyText,
  type Checked,
  refused,
  textThat,
} from '../../application/checked-input.js';

const isUrl = (value: string): boolean => /^https?:\/\/[^\s/]/.test(value) && URL.canParse(value);

/** Whether a text is an address rather than a path. */
export const isHttpAddress = (text: string): boolean => /^https?:/.test(text);

/** Accepts the path of a file, or an http or https URL. A user and a password may be in it. */
export const aPathOrUrl = textThat(
  'must be the path of a file, or an http or https URL',
  (text) => text !== '-' && (isUrl(text) || !isHttpAddress(text)),
);

/** Accepts an http or https URL exactly as it is written: a slash at its end is part of it. */
export const anExactUrl = textThat('must be an http or https URL', isUrl);

/** Reads an http or https URL, without the slashes at its end. */
export const aUrl = andThen(anExactUrl, (url) => E.right(url.replace(/\/+$/, '')));

const hasCredentials = (url: string): boolean => {
  const { username, password } = new URL(url);
  return `${username}${password}` !== '';
};

/** Reads the URL at which browsers reach the service, without the slashes at its end. */
export const aPublicUrl = also(aUrl, (url, name) =>
  hasCredentials(url)
    ? [`${name} must not contain a user or a password, because every browser would get them`]
    : [],
);

/** Accepts the address that events are forwarded to, exactly as it is written. */
export const aForwardUrl = textThat(
  'must be an http or https URL without user and password',
  (url) => isUrl(url) && !hasCredentials(url),
);

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

/** Reads the database to use. */
export const aDatabaseUrl = andThen(anyText, (url, name): Checked<DatabaseLocation> => {
  if (url === 'memory:') return E.right({ kind: 'memory' });
  const misleading = misleadingUrl(url);
  if (misleading !== undefined) return refused(`${name} ${misleading}`);
  if (isPostgresUrl(url)) return E.right({ kind: 'postgres', url });
  if (/^postgres(?:ql)?:\/\//u.test(url)) {
    return refused(
      `${name} is not a valid URL: percent-encode special characters in the user and the password, for example # as %23`,
    );
  }
  const path = url.startsWith('file:') ? pathOf(url) : undefined;
  // SQLite would keep these in memory, and lose them with the process.
  return path === undefined || ['', ':memory:'].includes(path) || path.endsWith('/')
    ? refused(`${name} must be memory:, file:<path> or postgres://<user>@<host>/<database>`)
    : E.right({ kind: 'file', path });
});
