import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';

/** The text of each source file, by its path from the project root. */
export type Sources = ReadonlyMap<string, string>;

export const readSources = async (folder: string): Promise<Sources> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/'));
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const)),
  );
};

const fileOf = (importer: string, path: string): string =>
  normalize(`${dirname(importer)}/${path}.ts`).replaceAll('\\', '/');

const importedFiles = (file: string, text: string): ReadonlyArray<string> =>
  [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']*)\.js'/g)].map(([, path = '']) =>
    fileOf(file, path),
  );

/**
 * Returns the node of a file in the graph: its folder, or the file itself if its folder has subfolders. So
 * `use-cases.ts` may import the files of `use-cases/`, and these may import other files next to `use-cases.ts`.
 */
const unitOf = (parents: ReadonlySet<string>, file: string): string => {
  const folder = dirname(file);
  return parents.has(folder) ? file : folder;
};

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const unitGraph = (sources: Sources): Graph => {
  const parents = new Set([...sources.keys()].map((file) => dirname(dirname(file))));
  const graph = new Map<string, Set<string>>();
  for (const [file, text] of sources) {
    const unit = unitOf(parents, file);
    const targets = graph.get(unit) ?? new Set();
    graph.set(unit, targets);
    for (const target of importedFiles(file, text)) targets.add(unitOf(parents, target));
    targets.delete(unit);
  }
  return graph;
};

const pathBack = (graph: Graph, start: string): ReadonlyArray<string> | null => {
  const reached = new Map<string, ReadonlyArray<string>>([[start, [start]]]);
  for (const [unit, path] of reached) {
    for (const next of graph.get(unit) ?? []) {
      if (next === start) return [...path, start];
      if (!reached.has(next)) reached.set(next, [...path, next]);
    }
  }
  return null;
};

/** Finds import cycles between folders: for each folder, the shortest one. */
export const folderCycles = (sources: Sources): ReadonlyArray<string> => {
  const graph = unitGraph(sources);
  const cycles = [...graph.keys()].flatMap((unit) => {
    const path = pathBack(graph, unit);
    return path?.toSorted()[0] === unit ? [path.join(' → ')] : [];
  });
  return cycles.toSorted();
};

const declaredNames = (text: string): ReadonlySet<string> =>
  new Set(
    [
      ...text.matchAll(
        /^export (?:declare |abstract |async )*(?:const|type|interface|class|function\*?) (\w+)/gm,
      ),
    ].map(([, name = '']) => name),
  );

/** The files that declare each exported name. */
export const exportedNames = (sources: Sources): ReadonlyMap<string, ReadonlyArray<string>> => {
  const names = new Map<string, ReadonlyArray<string>>();
  for (const [file, text] of sources) {
    for (const name of declaredNames(text)) names.set(name, [...(names.get(name) ?? []), file]);
  }
  return names;
};

/** The names that a file imports or re-exports, each as `file name`; `file *` stands for all names of that file. */
const importedNames = (file: string, text: string): ReadonlyArray<string> => {
  const lists = [
    ...text.matchAll(
      /\b(?:import|export)\s+(?:type\s+)?(?:\{([^}]*)\}|\*(?:\s+as\s+\w+)?)\s+from\s+'(\.[^']*)\.js'/g,
    ),
    ...text.matchAll(/\{([^{}]*)\} = await import\(\s*'(\.[^']*)\.js'/g),
  ];
  return lists.flatMap(([, list = '*', path = '']) =>
    list.split(',').map((item) => {
      const [name = ''] = item
        .trim()
        .replace(/^type /, '')
        .split(/\s|:/);
      return `${fileOf(file, path)} ${name}`;
    }),
  );
};

/** The exported names of `sources`, each as `file name`, that no file of `importers` imports. */
export const unusedExports = (sources: Sources, importers: Sources): ReadonlyArray<string> => {
  const used = new Set([...importers].flatMap(([file, text]) => importedNames(file, text)));
  return [...sources].flatMap(([file, text]) =>
    used.has(`${file} *`)
      ? []
      : [...declaredNames(text)].map((name) => `${file} ${name}`).filter((name) => !used.has(name)),
  );
};
