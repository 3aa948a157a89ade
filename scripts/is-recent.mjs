import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const filesOf = (path) =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path, { withFileTypes: true })
        .filter(({ name }) => name !== 'node_modules')
        .flatMap(({ name }) => filesOf(join(path, name)));

/** The files with these names, or in folders with these names. */
export const filesIn = (paths) => paths.flatMap(filesOf);

/** Whether a file is newer than all files of these names and in folders of these names. */
export const isRecent = (made, paths) => {
  const time = statSync(made, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return filesIn(paths).every((path) => statSync(path).mtimeMs < time);
};
