import { inspect } from 'node:util';
import type { ProgramOutcome } from '../support/programs/run-program.js';

// A program of its own: it runs the programs that its arguments name, one after the other in one process, and prints the
// outcome of each as JSON. One start of Node and of the packages is then enough for all.
const [, , ...programs] = process.argv;

const environment = { ...process.env };
const outcomes: Array<ProgramOutcome> = [];
const print = process.stdout.write.bind(process.stdout);

let output = { stdout: '', stderr: '' };
let failed = false;
let started = 0;

for (const name of ['stdout', 'stderr'] as const) {
  process[name].write = (text: string | Uint8Array) => {
    output[name] += typeof text === 'string' ? text : Buffer.from(text).toString();
    return true;
  };
}

const fail = (error: unknown) => {
  failed = true;
  output.stderr += `${inspect(error)}\n`;
};
process.on('uncaughtException', fail);

const start = (program: string) => {
  output = { stdout: '', stderr: '' };
  failed = false;
  for (const name of Object.keys(process.env)) {
    if (!(name in environment)) delete process.env[name];
  }
  Object.assign(process.env, environment);
  // As in Node itself, 13 says that the program waits at its top level for what never comes.
  process.exitCode = 13;
  import(program).then(() => {
    if (process.exitCode === 13) process.exitCode = 0;
  }, fail);
  // Since Node 26 an import alone may leave nothing to wait for, and Node would end without asking again.
  setImmediate(() => undefined);
};

// Node says so when nothing is left to do: where a process of its own would end.
process.on('beforeExit', () => {
  if (started > programs.length) return;
  if (started > 0) outcomes.push({ code: failed ? 1 : Number(process.exitCode), ...output });
  const program = programs[started];
  started += 1;
  if (program !== undefined) {
    start(program);
    return;
  }
  process.exitCode = 0;
  print(JSON.stringify(outcomes));
});
