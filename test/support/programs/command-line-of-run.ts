import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';

let folder: string | undefined;

const bundle = (): string =>
  execFileSync(process.execPath, ['scripts/command-line-for-tests.mjs'], { encoding: 'utf8' });

/** The path of the command line, bundled as users get it, which starts in half the time. It is bundled on first use. */
export const commandLineOfRun = (): string => {
  folder ??= bundle();
  return resolve(join(folder, 'cli.js'));
};
