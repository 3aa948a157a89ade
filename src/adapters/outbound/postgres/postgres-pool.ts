type Statement = {
  readonly text: string;
  values: Array<unknown>;
  /** How columns are read, by the number of their type. */
  readonly types: { readonly getTypeParser: (type: number) => (text: string) => unknown };
  readonly query_timeout: number;
};

/** What a statement answers. */
export type PostgresResult = {
  readonly rows: ReadonlyArray<Readonly<Record<string, unknown>>>;
  readonly command: string;
};

/** What is used of a connection: those of `pg` are such. */
export type PostgresClient = {
  query(statement: Statement): Promise<PostgresResult>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  on(event: 'notification', listener: (heard: { payload?: string | undefined }) => void): unknown;
  off(event: string, listener: () => void): unknown;
};

/** What is used of a pool of connections: a `pg.Pool` is one. */
export type PostgresPool = {
  connect(): Promise<PostgresClient & { release(destroy?: boolean): void }>;
};
