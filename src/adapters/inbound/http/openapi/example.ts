/** A request of an operation, and what the service answered it. */
export type Example = {
  /** The operation's name. */
  readonly operation: string;
  /** The path as the route table writes it. */
  readonly path: string;
  readonly name: string;
  readonly summary: string;
  /** What stands for the path's parameters. */
  readonly params?: { readonly [name: string]: string };
  readonly query?: { readonly [name: string]: string };
  readonly body?: unknown;
  readonly status: number;
  readonly answer: unknown;
};
