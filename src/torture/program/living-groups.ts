import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * The groups of processes that this process started and that still run. They never outlive it: at its exit they are killed at
 * once, and after an end without an exit (a signal such as that of Ctrl-C, or a kill) a small process of its own does it, which
 * notices the end because its standard input ends.
 */
const living = new Set<number>();

const guardScript = `
process.title = 'pasarela torture: ends what it started';
const groups = new Set();
let text = '';
process.stdin.setEncoding('utf8').on('data', (data) => {
  const lines = (text + data).split('\\n');
  text = lines.pop();
  for (const line of lines) groups[line[0] === '+' ? 'add' : 'delete'](Number(line.slice(1)));
}).on('end', () => {
  for (const group of groups) try { process.kill(-group, 'SIGKILL'); } catch {}
});`;

let guard: ChildProcess | undefined;
let watchesExit = false;

const forgetGuard = (): void => {
  guard = undefined;
};

const startGuard = (): ChildProcess => {
  // A session of its own, which the terminal's Ctrl-C does not reach.
  const child = spawn(process.execPath, ['-e', guardScript], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
  });
  child.on('error', forgetGuard).on('exit', forgetGuard).unref();
  child.stdin.on('error', forgetGuard);
  // A pipe to another process is a socket: it does not keep this process running.
  if (child.stdin instanceof Socket) child.stdin.unref();
  return child;
};

/** Sends a signal to all processes of a group. Does nothing if there are none. */
export const signalGroup = (group: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(-group, signal);
  } catch {
    // The group has ended.
  }
};

/** Lets a group end with this process. */
export const addLivingGroup = (group: number): void => {
  living.add(group);
  if (!watchesExit) {
    watchesExit = true;
    process.once('exit', () => {
      for (const one of living) signalGroup(one, 'SIGKILL');
    });
  }
  if (guard === undefined) {
    guard = startGuard();
    for (const one of living) guard.stdin?.write(`+${one}\n`);
  } else guard.stdin?.write(`+${group}\n`);
};

/** To be called when a group has ended: its number may be given to another one. */
export const removeLivingGroup = (group: number): void => {
  living.delete(group);
  guard?.stdin?.write(`-${group}\n`);
};
