import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { transformSync } from '@swc/wasm-typescript';

const source = 'examples/shop';

/** Whether a file is part of the shop: not what was made there, such as settings with somebody's keys, nor what is about the clone. */
export const isPartOfShop = (path) =>
  !/(?:^|\/)(?:node_modules|dist|data|torture-report|\.env|README\.md|compose\.yaml|Dockerfile|\.dockerignore)(?:\/|$)/.test(
    path,
  );

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted();

const importOfTypes = /^import type [^;]*;\n/gm;
const commentOfType = /(?:^\/\/.*\n|^\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)(?=(?:export )?type )/gm;

/** The program without its types. What stands in their place is white space, which the formatter takes away. */
const withoutTypes = (text) =>
  transformSync(text.replace(importOfTypes, '').replace(commentOfType, ''), {
    mode: 'strip-only',
  }).code.replace(/(from |import\()'(\..*?)\.ts'/g, "$1'$2.js'");

const script = (path) => path.replace(/\.ts$/, '.js');

/** The files of the example by path, once as they are and once in JavaScript: what `pasarela init` writes. */
const shopTemplates = () => {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-shop-'));
  cpSync(source, folder, { recursive: true, filter: (path) => isPartOfShop(path) });
  cpSync('biome.json', join(folder, 'biome.json'));
  const written = filesIn(source).filter(isPartOfShop);
  const programs = written.filter((path) => path.endsWith('.ts'));
  for (const path of programs) {
    writeFileSync(
      join(folder, script(path)),
      withoutTypes(readFileSync(join(folder, path), 'utf8')),
    );
  }
  const settings = JSON.parse(readFileSync('biome.json', 'utf8'));
  writeFileSync(
    join(folder, 'biome.json'),
    JSON.stringify({ ...settings, vcs: { enabled: false }, files: { includes: ['**/*.js'] } }),
  );
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      join('node_modules', '@biomejs', 'biome', 'bin', 'biome'),
      'check',
      '--write',
      `--config-path=${folder}`,
      folder,
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`the shop in JavaScript cannot be formatted: ${stderr}`);
  const read = (path) => readFileSync(join(folder, path), 'utf8').trimStart();
  const texts = (paths) => Object.fromEntries(paths.map((path) => [path, read(path)]));
  const templates = {
    files: texts(written),
    javascript: texts(programs.map(script)),
  };
  rmSync(folder, { recursive: true });
  return templates;
};

/** Whether a bundle is newer than all that it is made of. */
const isRecent = (bundle) => {
  const made = statSync(bundle, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = filesIn(source).filter(isPartOfShop);
  return [import.meta.filename, ...sources.map((path) => join(source, path))].every(
    (path) => statSync(path).mtimeMs < made,
  );
};

/** Writes the templates of `pasarela init` into `bundles/` in the folder of the code that reads them. */
export const bundleShop = (target) => {
  const folder = join(target, 'bundles');
  if (isRecent(join(folder, 'shop.json'))) return;
  mkdirSync(folder, { recursive: true });
  // Moved when complete, because two test runs may bundle at the same time.
  const unfinished = join(folder, `shop.${process.pid}.json`);
  writeFileSync(unfinished, JSON.stringify(shopTemplates()));
  renameSync(unfinished, join(folder, 'shop.json'));
};
