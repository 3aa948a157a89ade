import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { CommandIo } from './command-io.js';
import { CommandProblem } from './failures.js';

const readText = (location: string, file: string): string => {
  try {
    const bytes = readFileSync(location);
    // The byte order marks of UTF-16, and text that has one byte in two empty.
    const isUtf16 = ['fffe', 'feff'].includes(bytes.toString('hex', 0, 2)) || bytes.includes(0);
    if (isUtf16) {
      throw new CommandProblem(
        `${file} is encoded as UTF-16, as older PowerShells write it: save it as UTF-8`,
      );
    }
    return bytes.toString('utf8');
  } catch (error) {
    if (error instanceof CommandProblem) throw error;
    throw new CommandProblem(
      `${file} cannot be read as a file of environment variables: each line must be NAME=value`,
    );
  }
};

/** The number of the first line that is neither NAME=value nor empty nor a comment. Node would join it to the next one, and say nothing. */
export const wrongLine = (text: string): number | undefined => {
  const lines = text.replace(/^\uFEFF/u, '').split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    const line = (lines[index] ?? '').trim();
    if (line === '' || line.startsWith('#')) continue;
    const [, value] = /^(?:export\s+)?[\w.-]+\s*=\s*(.*)$/.exec(line) ?? [];
    if (value === undefined) return index + 1;
    const quote = /^["'`]/.exec(value)?.[0];
    if (quote === undefined || value.includes(quote, 1)) continue;
    // A quoted value may have several lines. A quote that is never closed is a part of the value.
    const end = lines.findIndex((later, number) => number > index && later.includes(quote));
    if (end > 0) index = end;
  }
  return undefined;
};

/** Adds the variables of a file to an environment, which wins. Without a path: those of `.env`, if it exists. */
export const addEnvFile = ({ env, cwd }: CommandIo, path: string | undefined): void => {
  const file = path ?? '.env';
  const location = resolve(cwd(), file);
  if (!existsSync(location)) {
    if (path === undefined) return;
    throw new CommandProblem(`the file ${path} does not exist: correct --env`);
  }
  const text = readText(location, file);
  const wrong = wrongLine(text);
  if (wrong !== undefined) {
    throw new CommandProblem(`line ${wrong} of ${file} is wrong: each line must be NAME=value`);
  }
  for (const [name, value] of Object.entries(parseEnv(text))) {
    if (!Object.hasOwn(env, name)) env[name] = value;
  }
};
