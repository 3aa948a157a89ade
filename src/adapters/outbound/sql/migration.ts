import type { Dialect } from './database.js';

/** A step of the schema. What was released is never changed: what comes after it is a step of its own. */
export type Migration = {
  readonly name: string;
  readonly statements: (dialect: Dialect) => ReadonlyArray<string>;
};
