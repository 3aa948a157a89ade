/** Whether a text is the URL of a PostgreSQL database. */
export const isPostgresUrl = (text: string): boolean =>
  /^postgres(?:ql)?:\/\//u.test(text) && URL.canParse(text);

/** A PostgreSQL database in the words of whoever opens it: never with a user or a password. */
export const describePostgres = (url: string): string => {
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
};
