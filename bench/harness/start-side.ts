import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as t from 'io-ts';
import type { Sample, Side } from './benchmark.js';

const Report = t.type({ cpuMicros: t.number });
const reporter = new URL('../programs/report-cpu.js', import.meta.url).href;

/** From the start of a program that prints its URL to its first answer, in milliseconds. */
const startOnce = async (
  args: ReadonlyArray<string>,
  path: string,
  env: Readonly<Record<string, string>>,
): Promise<Sample> => {
  const begun = performance.now();
  const child = spawn(process.execPath, ['--import', reporter, ...args], {
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    env: { PATH: process.env['PATH'], ...env },
  });
  const { stdout } = child;
  if (stdout === null) throw new Error('the program has no output');
  let said = '';
  for await (const text of stdout.setEncoding('utf8')) {
    said += String(text);
    if (said.includes('\n')) break;
  }
  const url = /http:\/\/[\d.]+:\d+/.exec(said)?.[0];
  if (url === undefined) throw new Error(`${args.join(' ')} did not start: ${said}`);
  await (await fetch(`${url}${path}`)).text();
  const value = performance.now() - begun;

  const reported = once(child, 'message');
  child.send('cpu');
  const messages: ReadonlyArray<unknown> = await reported;
  const report = messages[0];
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  return { value, ...(Report.is(report) ? report : {}) };
};

/** A program that is started anew in each round. */
export const startSide = (
  args: ReadonlyArray<string>,
  path: string,
  env: Readonly<Record<string, string>> = {},
): Side => ({
  warmUp: () => startOnce(args, path, env),
  round: () => startOnce(args, path, env),
});

const Imported = t.type({ ms: t.number, mb: t.number, cpuMicros: t.number });

/** Time and memory that an import takes in a script that has nothing else. */
export const importSide = (specifier: string, figure: 'ms' | 'mb'): Side => {
  const script = `
    const megabytes = () => process.memoryUsage().rss / 2 ** 20;
    const [begun, before, cpu] = [performance.now(), megabytes(), process.cpuUsage()];
    await import(${JSON.stringify(specifier)});
    const { user, system } = process.cpuUsage(cpu);
    console.log(JSON.stringify({
      ms: performance.now() - begun,
      mb: megabytes() - before,
      cpuMicros: user + system,
    }));
  `;
  const round = async (): Promise<Sample> => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const text = await child.stdout.setEncoding('utf8').toArray();
    const imported: unknown = JSON.parse(text.join(''));
    if (!Imported.is(imported)) throw new Error(`${specifier}: ${text.join('')}`);
    const { cpuMicros } = imported;
    return { value: imported[figure], ...(figure === 'ms' ? { cpuMicros } : {}) };
  };
  return { warmUp: round, round };
};

/** A file of the project. */
export const projectFile = (path: string): string =>
  fileURLToPath(new URL(`../../../${path}`, import.meta.url));
