type Output = {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
};

/** What a command reads and where it prints: those of the process, or of a test. */
export type CommandIo = {
  /** A file of variables may be added to it. */
  readonly env: Record<string, string | undefined>;
  /** The folder of a `.env` file. */
  readonly cwd: () => string;
  readonly stdout: Output;
  readonly stderr: Output;
};
