import { readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const imported = /(?:from|import)\s*\(?\s*['"](\.[^'"]+)\.js['"]/g;

/** Deletes the declarations that no entry point refers to, and the folders that are left empty. */
export const pruneDeclarations = (folder, entryPoints) => {
  const reached = new Set();
  const reach = (file) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const [, path] of readFileSync(file, 'utf8').matchAll(imported)) {
      reach(join(dirname(file), `${path}.d.ts`));
    }
  };
  for (const entryPoint of entryPoints) reach(join(folder, `${basename(entryPoint, '.ts')}.d.ts`));
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }));
  for (const { entry, path } of paths) {
    if (entry.isFile() && !reached.has(path)) rmSync(path);
  }
  // The deepest first.
  const folders = paths.filter(({ entry }) => entry.isDirectory()).map(({ path }) => path);
  for (const path of folders.toSorted((a, b) => b.length - a.length)) {
    if (readdirSync(path).length === 0) rmdirSync(path);
  }
};
