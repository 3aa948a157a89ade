/** A database in a file, in the words of whoever opens it. */
export const describeSqlite = (path: string): string => `file:${path}`;
