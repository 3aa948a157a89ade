import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { TortureProblem } from '../options/torture-problem.js';
import { addLivingGroup, removeLivingGroup, signalGroup } from './living-groups.js';
import { onLines } from './on-lines.js';

export type ProgramEnvironment = Readonly<Record<string, string | undefined>>;

/** How a program ended. `code` is `null` if a signal ended it. */
type GroupEnd = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** A running program with everything that it starts itself. */
export type ProgramGroup = {
  /** Sends a signal to all its processes. */
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Whether the program itself still runs. */
  readonly isRunning: () => boolean;
  /** Resolves when it has ended. What it started and left behind is killed. */
  readonly ended: Promise<GroupEnd>;
  /** The last lines that it wrote. */
  readonly output: () => string;
  /** Writes a line to its standard input. */
  readonly write: (line: string) => void;
  /** Ends its standard input, and asks it to end (SIGTERM); kills it if it still runs after so many milliseconds. */
  readonly end: (killAfterMs: number) => Promise<void>;
};

type GroupSettings = {
  readonly command: ReadonlyArray<string>;
  readonly cwd: string;
  readonly env: ProgramEnvironment;
  /** Its name in messages: `the shop`. */
  readonly name: string;
  /** Receives the lines of its standard output, which are kept with those of its standard error otherwise. */
  readonly onLine?: (line: string) => void;
};

const keptLines = 100;
const longestLine = 2000;
// Answers of a driver: the orders of a large shop.
const longestAnswer = 50_000_000;
// How long a process that left the group may keep the output of an ended program open.
const leftBehindMs = 1000;

const startProblem = ({ name, command, cwd }: GroupSettings, error: unknown): TortureProblem => {
  const [program = ''] = command;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (!existsSync(cwd))
    return new TortureProblem(`${name} cannot start: there is no folder ${cwd}`);
  if (code === 'ENOENT') {
    return new TortureProblem(
      /\s/.test(program)
        ? `${name} cannot start: there is no program '${program}'. Write each argument as a text of its own: [${program
            .split(/\s+/)
            .map((part) => `'${part}'`)
            .join(', ')}]`
        : `${name} cannot start: there is no program ${program} in ${program.includes('/') ? cwd : 'PATH'}`,
    );
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new TortureProblem(`${name} cannot start: ${reason}`);
};

/** Of Stripe, with which real money moves. */
const liveKey = /(?:sk|rk)_live_\w/;

/** A program that does not use what it is told would pay with its own key at the real Stripe. */
const refuseLiveKeys = ({ name, command, env }: GroupSettings): void => {
  const texts = [...command.map((text) => ['its command', text] as const), ...Object.entries(env)];
  const [found] = texts.find(([, text = '']) => liveKey.test(text)) ?? [];
  if (found !== undefined) {
    throw new TortureProblem(
      `${name} is not started, because ${found} has a live key of Stripe. Unset it, or give it the key of the test in shop.env: '{apiKey}'`,
    );
  }
};

/** A problem of a program, with the end of its output. */
export const problemWithOutput = (message: string, output: string): TortureProblem =>
  new TortureProblem(
    output === ''
      ? `${message}${message.endsWith('\n') ? '' : '. It wrote no output'}`
      : `${message}${message.endsWith('\n') ? '\nThe' : '. The'} end of its output:\n\n${output.replaceAll(/^/gm, '  ')}\n`,
  );

/** Starts a program as a group of processes of its own. Rejects with a `TortureProblem` if there is no such program. */
export const startGroup = async (settings: GroupSettings): Promise<ProgramGroup> => {
  const { command, cwd, env, onLine } = settings;
  if (process.platform === 'win32') {
    throw new TortureProblem(
      `${settings.name} cannot start: Windows has no groups of processes that can be stopped and killed. Use WSL or a container`,
    );
  }
  refuseLiveKeys(settings);
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd, env, detached: true, stdio: 'pipe' });
  const kept: Array<string> = [];
  const keep = (line: string): void => {
    kept.push(stripVTControlCharacters(line).slice(0, longestLine));
    if (kept.length > keptLines) kept.shift();
  };
  if (onLine === undefined) onLines(child.stdout, longestLine, keep);
  else onLines(child.stdout, longestAnswer, onLine);
  onLines(child.stderr, longestLine, keep);
  // It stays open, since some servers end with it. A program that has ended does not read.
  child.stdin.on('error', () => undefined);

  const group = child.pid;
  if (group === undefined) {
    throw await new Promise<TortureProblem>((resolve) => {
      child.once('error', (error) => resolve(startProblem(settings, error)));
    });
  }
  addLivingGroup(group);
  const ended = new Promise<GroupEnd>((resolve) => {
    child.once('exit', (code, by) => {
      signalGroup(group, 'SIGKILL');
      removeLivingGroup(group);
      // The output ends when all processes that have it have ended.
      const giveUp = setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, leftBehindMs);
      child.once('close', () => {
        clearTimeout(giveUp);
        resolve({ code, signal: by });
      });
    });
  });
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const signal = (name: NodeJS.Signals): void => {
    if (isRunning()) signalGroup(group, name);
  };
  return {
    signal,
    isRunning,
    ended,
    output: () => kept.join('\n'),
    write: (line) => {
      child.stdin.write(`${line}\n`);
    },
    end: async (killAfterMs) => {
      child.stdin.end();
      // A program that stands still does not notice a request to end.
      for (const name of ['SIGCONT', 'SIGTERM'] as const) signal(name);
      const patience = setTimeout(() => signal('SIGKILL'), killAfterMs);
      await ended;
      clearTimeout(patience);
    },
  };
};
