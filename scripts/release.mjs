import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { nextCommands, packPlaceholder } from './release/next-commands.mjs';
import { nodesFor } from './release/nodes.mjs';
import { pack } from './release/package-content.mjs';
import { changedIn, prepare } from './release/prepare.mjs';
import { refusalsOf } from './release/refusals.mjs';
import { attempt, ReleaseProblem, run } from './release/run.mjs';
import { tryPackage } from './release/try-package.mjs';

// Prepares a release: `npm run release -- [--dry-run] [--node PATH]... VERSION`. Publishes nothing. docs/internals/releasing.md describes it.
const readArguments = () => {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean', default: false },
        node: { type: 'string', multiple: true, default: [] },
      },
    });
    return { ...values, positionals };
  } catch (error) {
    return { node: [], positionals: ['', error.message] };
  }
};
const { 'dry-run': dryRun, node: named, positionals } = readArguments();
const [version = '', ...others] = positionals;
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

const began = Date.now();
const tell = (step) => console.log(`[${Math.round((Date.now() - began) / 1000)} s] ${step}`);

const git = (...args) => run('.', 'git', args, '');

// Everything happens in a copy: whatever fails, this tree stays as it was.
const releaseIn = (folder, isFirst) => {
  const copy = join(folder, 'copy');
  const commit = git('rev-parse', 'HEAD').trim();
  run('.', 'git', ['clone', '--quiet', '--no-tags', '--branch', 'main', resolve('.'), copy], '');

  tell('version, changelog, documents, OpenAPI, frozen stores');
  prepare(copy, version, new Date().toISOString().slice(0, 10));
  const changed = changedIn(copy);
  console.log(changed.map((path) => `  ${path}`).join('\n'));

  tell('the package, with its bill of materials');
  const file = pack(copy);

  tell('the package on each Node: an empty folder, an empty cache of npm, the quick start');
  tryPackage(copy, file, nodesFor(manifest, named, join(folder, 'nodes')), join(folder, 'tried'));

  const placeholder = isFirst ? packPlaceholder(manifest, folder) : undefined;
  if (git('rev-parse', 'HEAD').trim() !== commit || git('status', '--porcelain') !== '') {
    throw new ReleaseProblem(
      'the tree changed in the meantime: commit or remove it, and start again',
    );
  }
  const target = dryRun ? join(tmpdir(), `${manifest.name}-dry-run`) : '.';
  mkdirSync(target, { recursive: true });
  const keep = (path) => cpSync(path, join(target, basename(path)));
  keep(join(copy, file));
  if (placeholder !== undefined) keep(placeholder);
  if (!dryRun) for (const path of changed) cpSync(join(copy, path), path);
  const next = nextCommands({
    manifest,
    version,
    file,
    placeholder: placeholder && basename(placeholder),
    hasOrigin: attempt('.', 'git', ['remote', 'get-url', 'origin']).code === 0,
  });
  tell(
    dryRun
      ? `a dry run: the tree is as it was, and the packed file is in ${target}. A release would now end with:`
      : 'ready: nothing is committed or published yet',
  );
  console.log(next);
};

const { refusals, isFirst } = refusalsOf(version, others);
for (const refusal of refusals) console.error(`release: ${refusal}`);
if (refusals.length > 0) process.exitCode = 1;
else {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-release-'));
  try {
    releaseIn(folder, isFirst);
  } catch (error) {
    if (!(error instanceof ReleaseProblem)) throw error;
    console.error(`release: ${error.message}\nrelease: the tree is as it was`);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
