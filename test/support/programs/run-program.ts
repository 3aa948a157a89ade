import { execFile } from 'node:child_process';

export type ProgramOutcome = {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
};

type Settings = {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
};

/** Runs a program until it exits. Never rejects: the result has the exit code, or -1 if a signal ended it. */
export const runProgram = (
  program: string,
  args: ReadonlyArray<string>,
  settings: Settings = {},
): Promise<ProgramOutcome> =>
  new Promise((done) => {
    execFile(
      program,
      args,
      { ...settings, maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' },
      (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : -1;
        done({ code: error === null ? 0 : code, stdout, stderr });
      },
    );
  });
