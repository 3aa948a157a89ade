type Output = {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
};

/** The inputs and outputs of a command: those of the process, or of a test. */
export type CommandIo = {
  /** A file of variables may be added to it. */
  readonly env: Record<string, string | undefined>;
  /** The folder of a `.env` file. */
  readonly cwd: () => string;
  /** Where a person answers questions. */
  readonly stdin?: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
};
