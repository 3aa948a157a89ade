import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram } from '../support/programs/start-program.js';
import { freePort } from '../support/stores/postgres/start-postgres.js';
import { pause } from './pause.js';

/** The service in a process of its own, always at the same port and in the same folder. */
export type Instance = {
  readonly port: number;
  readonly address: string;
  /** Kills it without a word, and starts it again unless it is closed; resolves when it serves. */
  readonly kill: () => Promise<void>;
  /** Lets nothing of it run for so many milliseconds: it knows nothing of that, and then goes on. */
  readonly freeze: (ms: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Starts the service; resolves when it serves. */
export const startInstance = async (env: Readonly<Record<string, string>>): Promise<Instance> => {
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-chaos-'));
  const port = await freePort();
  // What is killed tells no coverage, and would only pay for it.
  const launch = () => {
    const program = startProgram(
      ['serve', '--port', String(port)],
      { ...env, NODE_V8_COVERAGE: '' },
      folder,
    );
    // Outside of any promise: then mocha fails the test that runs, which would otherwise wait in vain. Who is killed has no code.
    void program.end.then(({ code, stderr }) => {
      setImmediate(() => {
        if (code !== null && code !== 0) throw new Error(`the service has ended: ${stderr}`);
      });
    });
    return program;
  };
  const ready = async () => {
    await running.printed('stdout', /listens on/);
  };
  let running = launch();
  let closed = false;
  await ready();
  return {
    address: `http://127.0.0.1:${String(port)}`,
    port,
    kill: async () => {
      running.kill('SIGKILL');
      await running.end;
      if (closed) return;
      running = launch();
      await ready();
    },
    freeze: async (ms) => {
      running.kill('SIGSTOP');
      await pause(ms);
      running.kill('SIGCONT');
    },
    close: async () => {
      closed = true;
      running.kill('SIGTERM');
      await running.end;
      await rm(folder, { recursive: true });
    },
  };
};
