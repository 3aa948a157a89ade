import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeCause } from '../../application/describe-cause.js';
import type { RunEntry } from '../journal/journal.js';
import { fillPlaceholders, type Placeholder } from '../options/placeholders.js';
import type { ShopOptions } from '../options/torture-options.js';
import { TortureProblem } from '../options/torture-problem.js';
import {
  type ProgramEnvironment,
  type ProgramGroup,
  problemWithOutput,
  startGroup,
} from '../program/program-group.js';
import { freeShopPort } from './free-port.js';
import type { ShopProgram } from './shop-program.js';
import { answersAt, untilReady, untilSilent } from './until-ready.js';

type ShopProgramSettings = {
  readonly shop: ShopOptions;
  /** Values of placeholders besides `{port}` and `{folder}`. Asked for at the start. */
  readonly values: () => Readonly<Partial<Record<Placeholder, string>>>;
  /** The environment that the shop inherits. */
  readonly environment: ProgramEnvironment;
  readonly onEntry: (entry: Extract<RunEntry, { readonly kind: 'shop' | 'shop_died' }>) => void;
  /** The shop does not start again, so that the run cannot go on. */
  readonly onProblem: (problem: TortureProblem) => void;
};

const defaultStartMs = 30_000;
// A shop that was asked to end has this long before it is killed.
const endMs = 2000;
// So often in a row a shop may end before it is ready.
const mostDeaths = 5;

const outsideGroup = (how: string, url: string): TortureProblem =>
  new TortureProblem(
    `the shop ${how}, and ${url} still responds: shop.command starts the shop outside its own group of processes, as Docker and daemons do. End what still runs there, and let shop.command start the shop itself, in the foreground`,
  );

/** Prepares the shop of one run: its port, its address and its folder. Nothing runs before `start`. */
export const createShopProgram = async ({
  shop,
  values,
  environment,
  onEntry,
  onProblem,
}: ShopProgramSettings): Promise<ShopProgram> => {
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-torture-'));
  const own = { port: String(await freeShopPort()), folder };
  const filled = (text: string): string => fillPlaceholders(text, { ...values(), ...own });
  const url = fillPlaceholders(shop.url ?? 'http://127.0.0.1:{port}', own).replace(/\/+$/, '');
  const readyUrl = `${url}${shop.ready ?? '/'}`;
  const cwd = resolve(shop.cwd ?? '.');
  const startMs = shop.startMs ?? defaultStartMs;

  const stopping = new AbortController();
  const stopped = stopping.signal;
  const isStopped = (): boolean => stopped.aborted;
  let program: ProgramGroup | undefined;
  // The start or restart that is going on.
  let change: Promise<void> | undefined;
  let thaw: Promise<void> | undefined;
  let problem: TortureProblem | undefined;

  const launch = (): Promise<ProgramGroup> =>
    startGroup({
      name: 'the shop',
      command: shop.command.map(filled),
      cwd,
      env: {
        ...environment,
        ...Object.fromEntries(
          Object.entries(shop.env ?? {}).map(([name, text]) => [name, filled(text)]),
        ),
      },
    });

  const isUp = (): boolean =>
    program !== undefined && change === undefined && problem === undefined && !isStopped();

  /** Starts the program. It may end by itself so many times before it is ready. */
  const bringUp = async (mayDie: number): Promise<void> => {
    for (let deaths = 1; !isStopped(); deaths += 1) {
      const started = await launch();
      program = started;
      if (isStopped()) return;
      const done = new AbortController();
      const end = started.ended.then((how) => {
        done.abort();
        return how;
      });
      const last = await untilReady(readyUrl, startMs, AbortSignal.any([stopped, done.signal]));
      if (isStopped()) return;
      if (last === null && !started.isRunning() && (await answersAt(url))) {
        throw outsideGroup('ended', url);
      }
      if (last === null) {
        onEntry({ kind: 'shop', what: 'started' });
        void end.then((how) => died(started, how.code));
        return;
      }
      if (!done.signal.aborted) {
        throw problemWithOutput(
          `the shop was not ready after ${startMs / 1000} s: GET ${readyUrl} was asked, and ${last}. Does it listen at the port that shop.env or shop.command gives it ({port}), on 127.0.0.1? Does shop.ready name a path that it responds to? A longer time is shop.startMs`,
          started.output(),
        );
      }
      const { code, signal } = await end;
      const how = code === null ? `by ${String(signal)}` : `with code ${code}`;
      if (deaths > mayDie) {
        throw problemWithOutput(
          mayDie === 0
            ? `the shop ended ${how} before it responded at ${readyUrl}. Its command has to stay in the foreground: ${shop.command.join(' ')}`
            : `the shop does not start again: it ended ${deaths} times in a row before it was ready, the last time ${how}`,
          started.output(),
        );
      }
      onEntry({ kind: 'shop_died', code, output: started.output() });
    }
  };

  const reset = async (): Promise<void> => {
    try {
      await shop.reset?.();
    } catch (cause) {
      throw new TortureProblem(`shop.reset() failed: ${describeCause(cause)}`, { cause });
    }
  };

  const changing = (work: () => Promise<void>): Promise<void> => {
    const running = work()
      .catch((error: unknown) => {
        problem =
          error instanceof TortureProblem
            ? error
            : new TortureProblem(describeCause(error), { cause: error });
        onProblem(problem);
        throw problem;
      })
      .finally(() => {
        change = undefined;
      });
    // Whoever waits for it hears of it, and `onProblem` in any case.
    running.catch(() => undefined);
    change = running;
    return running;
  };

  const died = async (which: ProgramGroup, code: number | null): Promise<void> => {
    await change?.catch(() => undefined);
    if (which !== program || problem !== undefined || isStopped()) return;
    onEntry({ kind: 'shop_died', code, output: which.output() });
    await changing(async () => {
      if (!(await untilSilent(url)) && !isStopped()) throw outsideGroup('ended', url);
      await bringUp(mostDeaths - 1);
    }).catch(() => undefined);
  };

  const whenUp = async (): Promise<void> => {
    while (!isStopped()) {
      if (problem !== undefined) throw problem;
      const waits = change ?? thaw;
      if (waits === undefined) return;
      await waits;
    }
  };

  const end = async (): Promise<void> => {
    const last = program;
    await last?.end(endMs);
    await change?.catch(() => undefined);
    if (program !== last) {
      program?.signal('SIGKILL');
      await program?.ended;
    }
    if (last !== undefined) onEntry({ kind: 'shop', what: 'stopped' });
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };

  let ending: Promise<void> | undefined;
  return {
    url,
    webhookUrl: shop.webhook === undefined ? undefined : `${url}${shop.webhook}`,
    folder,
    start: () =>
      changing(async () => {
        if (await answersAt(url)) {
          throw new TortureProblem(
            `the shop cannot start: another program responds at ${url} already. End it, or let the shop use {port}`,
          );
        }
        await reset();
        await bringUp(0);
      }),
    restart: () => {
      if (change !== undefined) return change;
      if (problem !== undefined) return Promise.reject(problem);
      const killed = program;
      if (killed === undefined || isStopped()) return Promise.resolve();
      return changing(async () => {
        killed.signal('SIGKILL');
        onEntry({ kind: 'shop', what: 'killed' });
        await killed.ended;
        if (!(await untilSilent(url)) && !isStopped()) {
          throw outsideGroup('was killed', url);
        }
        await bringUp(mostDeaths - 1);
      });
    },
    freeze: async (ms) => {
      const frozen = program;
      if (frozen === undefined || !isUp()) return;
      const before = thaw;
      if (before === undefined) {
        frozen.signal('SIGSTOP');
        onEntry({ kind: 'shop', what: 'frozen' });
      }
      const until = Promise.race([
        Promise.all([
          before,
          sleep(ms, undefined, { signal: stopped, ref: false }).catch(() => undefined),
        ]),
        frozen.ended,
      ]).then(() => {
        if (thaw !== until) return;
        thaw = undefined;
        if (program !== frozen || !isUp()) return;
        frozen.signal('SIGCONT');
        onEntry({ kind: 'shop', what: 'thawed' });
      });
      thaw = until;
      await until;
    },
    whenUp,
    stop: () => {
      stopping.abort();
      ending ??= end();
      return ending;
    },
  };
};
