import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram } from '../support/programs/start-program.js';
import { freePort } from '../support/stores/postgres/start-postgres.js';
import { type Balancer, startBalancer } from './balancer.js';
import { pause } from './pause.js';

/** The service in its own process, with the same port and folder after every restart. */
export type Instance = {
  readonly port: number;
  readonly address: string;
  /** Sends SIGKILL and restarts the service unless it is closed. Resolves when it serves. */
  readonly kill: () => Promise<void>;
  /** Sends SIGTERM, waits for the end, and starts the service again, with other variables. Resolves when it serves. */
  readonly restart: (env: Readonly<Record<string, string>>) => Promise<void>;
  /** Stops the process for this many milliseconds (SIGSTOP), then lets it continue. */
  readonly freeze: (ms: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Starts the service; resolves when it serves. */
export const startInstance = async (env: Readonly<Record<string, string>>): Promise<Instance> => {
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-chaos-'));
  const port = await freePort();
  const launch = (variables = env) => {
    const program = startProgram(['serve', '--port', String(port)], variables, folder);
    // Thrown outside any promise, so that mocha fails the running test, which would otherwise wait forever. A killed process has no exit code.
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
    restart: async (other) => {
      running.kill('SIGTERM');
      await running.end;
      running = launch(other);
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

/** Instances of the service behind one address. */
type Cluster = Pick<Balancer, 'address' | 'close'> & {
  readonly instances: ReadonlyArray<Instance>;
};

/** Starts this many instances. The address stays the same while instances restart. */
export const startCluster = async (
  count: number,
  env: Readonly<Record<string, string>>,
): Promise<Cluster> => {
  const instances = await Promise.all(Array.from({ length: count }, () => startInstance(env)));
  const balancer = await startBalancer(instances.map(({ port }) => port));
  return {
    address: balancer.address,
    instances,
    close: async () => {
      await balancer.close();
      await Promise.all(instances.map((instance) => instance.close()));
    },
  };
};

type Open = { readonly close: () => Promise<void> };

/** Closes, after each test of the calling suite, everything that the test opened, in reverse order. */
export const useClosing = (): (<A extends Open>(opening: Promise<A>) => Promise<A>) => {
  const opened: Array<Open> = [];
  afterEach(async () => {
    for (const open of opened.splice(0).toReversed()) await open.close();
  });
  return async (opening) => {
    const open = await opening;
    opened.push(open);
    return open;
  };
};
