import { misspeltName } from '../../../domain/input/misspelt-names.js';

// A password with `/`, `?` or `#` would end the host: its rest, up to the @, would count as the name of the database.
const hasMisplacedAt = ({ pathname, searchParams, hash }: URL): boolean =>
  [pathname, ...searchParams.keys(), hash].some((part) => part.includes('@'));

/** Whether a text is a PostgreSQL URL. */
export const isPostgresUrl = (text: string): boolean =>
  /^postgres(?:ql)?:\/\//u.test(text) && URL.canParse(text) && !hasMisplacedAt(new URL(text));

// The password may contain a comma, so only what follows it is the host.
const severalHosts =
  /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?(?![^/?#]*@)[^/?#]*,|[?&]host=[^&#]*(?:,|%2C)/iu;

// The driver ignores others: without its sslmode, a connection would have no TLS.
const knownNameOf = misspeltName([
  'application_name',
  'client_encoding',
  'database',
  'host',
  'options',
  'password',
  'port',
  'ssl',
  'sslcert',
  'sslcrl',
  'sslkey',
  'sslmode',
  'sslrootcert',
  'target_session_attrs',
  'uselibpqcompat',
  'user',
]);

const misleadingParameter = ([name, value]: readonly [string, string]): ReadonlyArray<string> => {
  // Of Prisma. Its usual schema is that of PostgreSQL too.
  if (name === 'schema' && value !== 'public') {
    return [
      `has schema=${value}, which PostgreSQL does not know: create the schema, and write options=-csearch_path=${value}`,
    ];
  }
  const meant = knownNameOf(name);
  return meant === null ? [] : [`has the parameter ${name}: did you mean ${meant}?`];
};

/** Why a URL that `isPostgresUrl` takes, or a list of hosts, would not lead where it says; `undefined` if it does. */
export const misleadingUrl = (url: string): string | undefined => {
  if (severalHosts.test(url)) {
    return 'has several hosts, which are not tried in turn: name one, such as a proxy or a name in DNS that follows the primary';
  }
  const params = URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams();
  const wanted = params.get('target_session_attrs');
  return wanted === null || wanted === 'read-write' || wanted === 'primary'
    ? [...params].flatMap(misleadingParameter)[0]
    : `has target_session_attrs=${wanted}, but the stores write: use read-write, which each connection is checked for in any case`;
};

/** Names a PostgreSQL database, without its user and password. */
export const describePostgres = (url: string): string => {
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
};
