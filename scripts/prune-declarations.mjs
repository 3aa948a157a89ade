import { readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

// `{ names } from 'path'`, `import('path').name`, or all names of a path.
const imported =
  /(?:\{([^{}]*)\}\s*from\s*|(?:from|import)\s*\(?\s*)['"](\.[^'"]+)\.js['"](?:\)\.(\w+))?/g;
const reExport = /^export (?:type )?\{([^{}]*)\} from '(\.[^']+)\.js';\n/gm;

// The names as the other file exports them.
const namesIn = (list) =>
  list.split(',').flatMap((one) => /^\s*(?:type )?(\w+)/.exec(one)?.slice(1) ?? []);

const isFace = (text) =>
  text
    .replaceAll(reExport, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .trim() === '';

const fileAt = (from, path) => join(dirname(from), `${path}.d.ts`);

/**
 * Deletes the declarations that no entry point refers to, and the folders that are left empty. Of a file that only exports names of
 * others, the names stay that somebody imports.
 */
export const pruneDeclarations = (folder, entryPoints) => {
  const reached = new Set();
  const asked = new Map();
  const reachAll = (file, text) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const [, list, path, name] of text.matchAll(imported)) {
      reach(fileAt(file, path), list === undefined ? name && [name] : namesIn(list));
    }
  };
  const reach = (file, names) => {
    const text = readFileSync(file, 'utf8');
    if (names === undefined || !isFace(text)) return reachAll(file, text);
    const known = asked.get(file) ?? new Set();
    asked.set(file, known);
    for (const name of names) known.add(name);
    for (const [, list, path] of text.matchAll(reExport)) {
      const found = namesIn(list).filter((name) => names.includes(name));
      if (found.length > 0) reach(fileAt(file, path), found);
    }
  };
  for (const entryPoint of entryPoints) reach(join(folder, `${basename(entryPoint, '.ts')}.d.ts`));
  for (const [file, names] of asked) {
    if (reached.has(file)) continue;
    reached.add(file);
    const isAsked = (line, list) => (namesIn(list).some((name) => names.has(name)) ? line : '');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(reExport, isAsked));
  }
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
