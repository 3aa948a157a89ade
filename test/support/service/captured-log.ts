import { readdir, readFile } from 'node:fs/promises';
import { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect } from 'chai';
import { findLeaks, findLeaksInAnswer, findLeaksInStore } from './find-leaks.js';

const secrets = new Set<string>();
const leaks: Array<string> = [];
const searched = { logs: 0, answers: 0, files: 0, tables: 0 };

// A short secret of a test may be a part of any text.
const longSecrets = (): ReadonlyArray<string> => [...secrets].filter(({ length }) => length >= 12);

const report = (found: ReadonlyArray<string>, where: string): void => {
  leaks.push(...found.map((what) => `${what} in ${where}`));
};

/** The output of all services and programs under test in this run, and the secrets that they were given. */
export const capturedLog = {
  write: (line: string): void => {
    searched.logs += 1;
    report(findLeaks(line, secrets), `a log: ${line.slice(0, 200)}`);
  },
  /** Adds a secret that the log must not contain. */
  guard: (secret: string): void => {
    secrets.add(secret);
  },
  size: (): number => searched.logs,
};

// SQLite removes its -shm and -wal when the last process closes the database.
const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

const readUnlessRemoved = (file: string): Promise<string> =>
  readFile(file, 'latin1').catch((error: unknown) => {
    if (isMissing(error)) return '';
    throw error;
  });

/** All texts that services answered, stored and measured in this run. */
export const capturedOutput = {
  answer: (text: string): void => {
    searched.answers += 1;
    report(findLeaksInAnswer(text, longSecrets()), `an answer: ${text.slice(0, 200)}`);
  },
  /** Searches all files of a folder, such as those of a database, but not those with these names. */
  folder: async (folder: string, but: ReadonlyArray<string> = []): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true });
    for (const entry of entries) {
      if (!entry.isFile() || but.includes(entry.name)) continue;
      const bytes = await readUnlessRemoved(join(entry.parentPath, entry.name));
      searched.files += 1;
      report(findLeaksInStore(bytes, longSecrets()), `the file ${entry.name}`);
    }
  },
  table: (name: string, rows: string): void => {
    searched.tables += 1;
    report(findLeaksInStore(rows, longSecrets()), `the table ${name}`);
  },
  /** The leaks that some work leads to. They do not fail the run. */
  leaksOf: async (work: () => Promise<unknown>): Promise<ReadonlyArray<string>> => {
    const before = leaks.length;
    await work();
    return leaks.splice(before);
  },
};

const isAnswer = (text: string): boolean =>
  text.startsWith('{"status":true,"statusCode":') ||
  text.startsWith('{"status":false,') ||
  text.startsWith('# HELP');

// The answers of servers of this process in the envelope, and their metrics.
const end: unknown = Reflect.get(ServerResponse.prototype, 'end');
Object.defineProperty(ServerResponse.prototype, 'end', {
  configurable: true,
  writable: true,
  value(this: ServerResponse, ...args: ReadonlyArray<unknown>): unknown {
    const [body] = args;
    const text = body instanceof Uint8Array ? Buffer.from(body).toString('utf8') : body;
    if (typeof text === 'string' && isAnswer(text)) capturedOutput.answer(text);
    return typeof end === 'function' ? Reflect.apply(end, this, args) : undefined;
  },
});

// At the top level of a file, this is a root hook of mocha: it runs after all suites.
after('no log, answer or store of this run contains a card number, security code or secret', () => {
  expect([...new Set(leaks)]).to.deep.equal([]);
});
