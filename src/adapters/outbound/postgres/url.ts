/** Whether a text is a PostgreSQL URL. */
export const isPostgresUrl = (text: string): boolean =>
  /^postgres(?:ql)?:\/\//u.test(text) && URL.canParse(text);

/** Names a PostgreSQL database, without its user and password. */
export const describePostgres = (url: string): string => {
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
};
