import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { objectFields } from '../../domain/input/json.js';
import { checkedTortureOptions } from './checked-torture-options.js';
import type { ProgramOptions, TortureOptions } from './torture-options.js';
import { TortureProblem } from './torture-problem.js';

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** Where the syntax of a file is wrong: the message of an import does not say it. */
const syntaxProblem = async (path: string, error: Error): Promise<string> => {
  const wrong = await new Promise<string>((done) => {
    execFile(process.execPath, ['--check', path], (_, _stdout, stderr) => done(stderr));
  });
  const [place = ''] = wrong.split(/\n\n|\n\w*Error/);
  const text = place.trim() === '' ? '' : `\n\n${place.trimEnd().replaceAll(/^/gm, '  ')}\n`;
  return `it cannot be loaded: ${error.message}${text}`;
};

const importProblem = async (path: string, error: unknown): Promise<string> => {
  switch (codeOf(error)) {
    case 'ERR_UNKNOWN_FILE_EXTENSION':
      return /\.[cm]?tsx?$/.test(path)
        ? `this version of Node, ${process.versions.node}, cannot read TypeScript. Use Node 22.18 or newer, or write the configuration in JavaScript (.mjs)`
        : `a configuration is a JavaScript file, such as torture.config.mjs, not a file that ends with ${extname(path)}`;
    case 'ERR_MODULE_NOT_FOUND':
    case 'MODULE_NOT_FOUND':
      return `${messageOf(error)}. Install the package, or correct the import`;
    default: {
      if (extname(path) === '.json') return `it cannot be loaded: ${messageOf(error)}`;
      if (error instanceof SyntaxError) return syntaxProblem(path, error);
      const stack = error instanceof Error ? (error.stack ?? '') : '';
      const line = stack.split('\n').find((one) => /^\s+at .*file:/.test(one));
      return `it cannot be loaded: ${messageOf(error)}${line === undefined ? '' : ` (${line.trim()})`}`;
    }
  }
};

/** The default export, which may be a promise or a function that returns it; without one, the named exports. */
const exportedOptions = async (path: string): Promise<unknown> => {
  if (extname(path) === '.json') {
    const json: unknown = JSON.parse(await readFile(path, 'utf8'));
    return json;
  }
  const exported: unknown = await import(pathToFileURL(path).href);
  const { default: main, ...named } = objectFields(exported);
  if (main === undefined) return named;
  const value: unknown = typeof main === 'function' ? Reflect.apply(main, undefined, []) : main;
  return Promise.resolve(value);
};

const within = <O extends ProgramOptions>(folder: string, program: O): O => ({
  ...program,
  cwd: resolve(folder, program.cwd ?? '.'),
});

/**
 * Loads the options that a configuration file exports: as its default export, as a function that returns them, or as named
 * exports. A `.json` file is an object of options. Folders in it count from its own. Rejects with a `TortureProblem`.
 */
export const loadConfiguration = async (file: string | URL): Promise<TortureOptions> => {
  const given = file instanceof URL ? fileURLToPath(file) : file;
  const path = resolve(given);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) {
    throw new TortureProblem(
      `there is no configuration ${given}. Pass the path of a JavaScript file that exports { shop, pay, orders }`,
    );
  }
  if (found.isDirectory()) {
    throw new TortureProblem(
      `${given} is a folder: pass the path of the configuration in it, such as torture.config.mjs`,
    );
  }
  let exported: unknown;
  try {
    exported = await exportedOptions(path);
  } catch (error) {
    throw new TortureProblem(`${given}: ${await importProblem(path, error)}`);
  }
  if (Object.keys(objectFields(exported)).length === 0) {
    throw new TortureProblem(
      `${given} exports no options: write export default { shop: { command: [...] }, pay, orders }`,
    );
  }
  const checked = checkedTortureOptions(exported, given);
  const folder = dirname(path);
  return {
    ...checked,
    shop: within(folder, checked.shop),
    ...(checked.driver && { driver: within(folder, checked.driver) }),
  };
};
