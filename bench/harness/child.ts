import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as t from 'io-ts';
import type { Latency } from './benchmark.js';
import type { Command } from './run-as-child.js';

const Ready = t.type({ url: t.string });
const Answer = t.type({ id: t.number, numbers: t.record(t.string, t.number) });

/** A running program of `bench/programs`. */
export type Child = {
  readonly url: string;
  /** Asks the program for a round, and returns a figure that it reports. */
  readonly round: (name: string, count: number, figure: string) => Promise<number>;
  /** Asks the program for a round that reports response times. */
  readonly latency: (name: string, count: number) => Promise<Latency>;
  /** Measures the process while something runs. */
  readonly meanwhile: <A>(
    work: () => Promise<A>,
  ) => Promise<{ readonly done: A; readonly cpuMicros: number; readonly longestBlockMs: number }>;
  readonly end: () => Promise<void>;
};

const named = (numbers: Readonly<Record<string, number>>, name: string): number => {
  const value = numbers[name];
  if (value === undefined) throw new Error(`the program did not report ${name}`);
  return value;
};

/** Starts a program with its log in a file of the folder. */
export const startChild = async (
  program: string,
  options: unknown,
  { folder, flags }: { readonly folder: string; readonly flags: ReadonlyArray<string> },
): Promise<Child> => {
  const log = join(folder, `${program}-${performance.now()}.log`);
  const output = openSync(log, 'a');
  const child: ChildProcess = fork(
    fileURLToPath(new URL(`../programs/${program}.js`, import.meta.url)),
    [JSON.stringify(options)],
    { stdio: ['ignore', output, output, 'ipc'], execArgv: [...flags] },
  );
  closeSync(output);

  const exited = once(child, 'exit');
  const failed = exited.then(([code]): never => {
    throw new Error(
      `${program} ended with code ${String(code)}: ${readFileSync(log, 'utf8').slice(-4000)}`,
    );
  });
  // Whoever waits for an answer gets the failure; after the last answer nobody does.
  failed.catch(() => undefined);

  const nextMessage = async (): Promise<unknown> => {
    const received: ReadonlyArray<unknown> = await once(child, 'message');
    return received[0];
  };

  const ready = await Promise.race([nextMessage(), failed]);
  if (!Ready.is(ready)) throw new Error(`${program} did not start`);

  let lastId = 0;
  const ask = async (name: string, count = 0) => {
    lastId += 1;
    child.send({ id: lastId, name, count } satisfies t.TypeOf<typeof Command>);
    const answer = await Promise.race([nextMessage(), failed]);
    if (!Answer.is(answer) || answer.id !== lastId) throw new Error(`${program} did not answer`);
    return answer.numbers;
  };

  return {
    url: ready.url,
    round: async (name, count, figure) => named(await ask(name, count), figure),
    latency: async (name, count) => {
      const figures = await ask(name, count);
      return { p50: named(figures, 'p50'), p99: named(figures, 'p99') };
    },
    meanwhile: async (work) => {
      await ask('begin');
      const done = await work();
      const used = await ask('end');
      return {
        done,
        cpuMicros: named(used, 'cpuMicros'),
        longestBlockMs: named(used, 'longestBlockMs'),
      };
    },
    end: async () => {
      child.kill();
      await exited;
    },
  };
};
