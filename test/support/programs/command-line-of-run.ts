import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

let folder: string | undefined;

const bundle = (): string => {
  mkdirSync('build/programs', { recursive: true });
  const target = mkdtempSync('build/programs/');
  execFileSync(process.execPath, ['scripts/bundle-command-line.mjs', target]);
  return target;
};

/** The path of the command line, bundled as users get it, which starts in half the time. It is bundled on first use. */
export const commandLineOfRun = (): string => {
  folder ??= bundle();
  return resolve(join(folder, 'cli.js'));
};

after(() => {
  if (folder !== undefined) rmSync(folder, { recursive: true });
});
