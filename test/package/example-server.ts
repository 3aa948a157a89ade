import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Server } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { at } from '../support/json/at.js';
import { examplesOfRun } from './examples-of-run.js';

type Stoppable = { readonly stop: () => Promise<unknown> };

const isStoppable = (value: unknown): value is Stoppable => typeof at(value, 'stop') === 'function';

const importFile = async (path: string): Promise<unknown> => {
  const module: unknown = await import(pathToFileURL(path).href);
  return module;
};

const settingsIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line): [string, string] => {
        const [name = '', ...value] = line.split('=');
        return [name, value.join('=')];
      }),
  );

/** A server of an example, in this process. `printed`: the lines that it has printed. */
export type ExampleServer = {
  readonly folder: string;
  readonly address: string;
  readonly printed: ReadonlyArray<string>;
  readonly stop: () => Promise<void>;
};

/**
 * Starts the server of an example with its `example.env` and these settings. `stopping`: the module whose export `payments`
 * has to be stopped, or which exports `stop` itself.
 */
export const startExampleServer = async (
  example: string,
  { main, stopping }: { readonly main: string; readonly stopping: string },
  settings: Readonly<Record<string, string>> = {},
): Promise<ExampleServer> => {
  const folder = join(await examplesOfRun(), example);
  const environment = {
    ...settingsIn(await readFile(join(folder, 'example.env'), 'utf8')),
    PORT: '0',
    ...settings,
  };
  const before = { ...process.env };
  const { log, warn } = console;
  const printed: Array<string> = [];
  Object.assign(process.env, environment);
  const print = (line: unknown) => void printed.push(String(line));
  Object.assign(console, { log: print, warn: print });
  const server = at(await importFile(join(folder, main)), 'server');
  if (!(server instanceof Server)) throw new Error(`${example}/${main} exports no server`);
  if (!server.listening) await once(server, 'listening');
  return {
    folder,
    address: `http://127.0.0.1:${String(at(server.address(), 'port'))}`,
    printed,
    stop: async () => {
      const module = await importFile(join(folder, stopping));
      const stoppable = isStoppable(module) ? module : at(module, 'payments');
      if (isStoppable(stoppable)) await stoppable.stop();
      server.closeAllConnections();
      server.close();
      Object.assign(console, { log, warn });
      for (const name of Object.keys(environment)) {
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
      }
    },
  };
};
