import { closeSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { readVariable } from '../config/environment.js';
import { secretNames } from '../config/secret-names.js';
import type { CommandIo } from './command-io.js';
import { CommandProblem } from './failures.js';

// A secret has a few hundred bytes. A wrong path can lead to a file without an end.
const mostBytes = 65_536;

const readSecret = (path: string): string | null => {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(mostBytes + 1);
    let length = 0;
    for (;;) {
      const count = readSync(file, bytes, length, bytes.length - length, null);
      length += count;
      if (length > mostBytes) return null;
      if (count === 0) return bytes.toString('utf8', 0, length).trim();
    }
  } finally {
    closeSync(file);
  }
};

/** Sets each secret whose `NAME_FILE` names a file, as Docker and Kubernetes mount them. No problem repeats what a file has. */
export const addSecretFiles = ({ env, cwd }: Pick<CommandIo, 'env' | 'cwd'>): void => {
  for (const name of secretNames) {
    const file = readVariable(env, `${name}_FILE`);
    if (file === undefined) continue;
    if (readVariable(env, name) !== undefined) {
      throw new CommandProblem(`${name} and ${name}_FILE are both set: unset one of them`);
    }
    let text: string | null;
    try {
      text = readSecret(resolve(cwd(), file));
    } catch {
      throw new CommandProblem(
        `the file of ${name}_FILE cannot be read: correct the path, or the rights`,
      );
    }
    if (text === null) {
      throw new CommandProblem(
        `the file of ${name}_FILE has more than ${mostBytes} bytes, which is no secret: correct the path`,
      );
    }
    if (text === '') throw new CommandProblem(`the file of ${name}_FILE is empty`);
    env[name] = text;
    // The commands that this one starts get the value alone.
    delete env[`${name}_FILE`];
  }
};
