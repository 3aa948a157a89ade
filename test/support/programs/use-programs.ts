import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capturedOutput } from '../service/captured-log.js';
import { type ProgramEnd, type RunningProgram, startProgram } from './start-program.js';

type Files = Readonly<Record<string, string>>;

type Programs = {
  /** Starts the command line in a new folder with these files. */
  readonly start: (
    args: ReadonlyArray<string>,
    env?: Readonly<Record<string, string>>,
    files?: Files,
  ) => Promise<RunningProgram & { readonly folder: string }>;
  /** The same, and waits until it exits. */
  readonly run: (...given: Parameters<Programs['start']>) => Promise<ProgramEnd>;
  /** The address of a program, once it is ready. */
  readonly addressOf: (program: RunningProgram) => Promise<string>;
};

/**
 * The command line for a suite. Programs that a test leaves running are ended after the test. `logged`: the output that
 * must not contain secrets.
 */
export const usePrograms = (logged?: Parameters<typeof startProgram>[3]): Programs => {
  const directories: Array<string> = [];
  const running: Array<RunningProgram> = [];
  const written = new Set<string>();

  const start: Programs['start'] = async (args, env = {}, files = {}) => {
    const directory = await mkdtemp(join(tmpdir(), 'pasarela-cli-'));
    directories.push(directory);
    for (const [name, text] of Object.entries(files)) {
      written.add(name);
      await writeFile(join(directory, name), text);
    }
    const program = startProgram(args, env, directory, logged);
    running.push(program);
    return { ...program, folder: directory };
  };

  afterEach(async () => {
    for (const program of running.splice(0)) {
      program.kill('SIGKILL');
      await program.end;
    }
    for (const directory of directories.splice(0)) {
      // The files that a test wrote have the secrets of the program.
      await capturedOutput.folder(directory, [...written]);
      await rm(directory, { recursive: true });
    }
    written.clear();
  });

  return {
    start,
    run: async (...given) => (await start(...given)).end,
    addressOf: async (program) => {
      const ready = await program.printed('stdout', /\n/);
      return /http:\/\/\S+/.exec(ready)?.[0] ?? '';
    },
  };
};
