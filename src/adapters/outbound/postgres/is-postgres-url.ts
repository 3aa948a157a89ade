/** Whether a text is the URL of a PostgreSQL database. */
export const isPostgresUrl = (text: string): boolean =>
  /^postgres(?:ql)?:\/\//u.test(text) && URL.canParse(text);
