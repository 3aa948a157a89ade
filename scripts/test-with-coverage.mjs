import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

// Files that hold only types compile to nothing and are never loaded: they are neither covered nor uncovered.
const holdsOnlyTypes = (file) =>
  readFileSync(file, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\/|^\/\/.*$/gm, '')
    .trim() === 'export {};';

const typesOnly = readdirSync('build/src', { recursive: true })
  .map((name) => join('build/src', name))
  .filter((file) => file.endsWith('.js') && holdsOnlyTypes(file))
  .map((file) => join('src', relative('build/src', file)).replace(/\.js$/, '.ts'));

const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/c8/bin/c8.js',
    ...typesOnly.flatMap((file) => ['--exclude', file]),
    'node_modules/mocha/bin/mocha.js',
    'build/test/**/*.test.js',
    ...['architecture', 'package'].flatMap((folder) => ['--exclude', `build/test/${folder}/**`]),
  ],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;
