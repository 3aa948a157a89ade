import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const scenarios = join(import.meta.dirname, 'scenarios');
const longestRunMs = 180_000;
const children = new Set();

process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

const launch = (program, args, options) => {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  children.add(child);
  child.once('close', () => {
    children.delete(child);
  });
  return child;
};

/** Starts `pasarela fake` on a free port of 127.0.0.1. */
export const startFake = async (root) => {
  const program = join(root, 'dist/cli.js');
  const child = launch(process.execPath, [program, 'fake', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  // The lines about webhooks must be read, or the server would wait.
  const lines = createInterface({ input: child.stdout });
  const [line = ''] = await Promise.race([once(lines, 'line'), ended.then(() => [])]);
  const url = / STRIPE_BASE_URL=(\S+)/.exec(line)?.[1];
  if (url === undefined) throw new Error('pasarela fake did not start');
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};

const commandOf = ({ scenario }, folder) => {
  const path = join(folder, scenario);
  return scenario.endsWith('.py')
    ? { program: 'python3', args: [path] }
    : { program: process.execPath, args: ['--import', './to-the-fake.mjs', path] };
};

/**
 * Runs the scenario of an installed client against the server, with an account of its own. Returns its steps, and why it
 * ended early: `null` if it did not.
 */
export const runScenario = async (client, { folder, fake }) => {
  cpSync(scenarios, folder, { recursive: true });
  const { program, args } = commandOf(client, folder);
  const account = client.name.replaceAll(/\W/g, '_');
  const child = launch(program, args, {
    cwd: folder,
    timeout: longestRunMs,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      FAKE_URL: fake.url,
      FAKE_KEY: ['sk', 'test', account].join('_'),
      PYTHONPATH: join(folder, 'usr/lib/python3/dist-packages'),
      PYTHONDONTWRITEBYTECODE: '1',
    },
  });
  const steps = [];
  const seen = new Set();
  let complaint = '';
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('STEP ')) steps.push(JSON.parse(line.slice('STEP '.length)));
    seen.add(line);
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaint = `${complaint}${text}`.slice(-2000);
  });
  const [code, signal] = await once(child, 'close');
  const reason = /^\w*Error.*$/m.exec(complaint)?.[0] ?? complaint;
  return {
    steps,
    ended: seen.has('DONE') ? null : `${signal ?? `exit code ${code}`} ${reason}`.trim(),
  };
};
