/** The database was migrated by a newer version of Pasarela. `found`: the version of its schema; `known`: ours. */
export type SchemaTooNew = {
  readonly _tag: 'SchemaTooNew';
  readonly found: number;
  readonly known: number;
};
