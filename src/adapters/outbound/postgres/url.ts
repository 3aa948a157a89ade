// A password with `/`, `?` or `#` would end the host: its rest, up to the @, would count as the name of the database.
const hasMisplacedAt = ({ pathname, searchParams, hash }: URL): boolean =>
  [pathname, ...searchParams.keys(), hash].some((part) => part.includes('@'));

/** Whether a text is a PostgreSQL URL. */
export const isPostgresUrl = (text: string): boolean =>
  /^postgres(?:ql)?:\/\//u.test(text) && URL.canParse(text) && !hasMisplacedAt(new URL(text));

/** Names a PostgreSQL database, without its user and password. */
export const describePostgres = (url: string): string => {
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
};
