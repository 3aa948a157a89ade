import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withVersion } from './changelog.mjs';
import { afterNpm, hasMarks } from './marked-places.mjs';
import { ReleaseProblem, run } from './run.mjs';

const documentsOf = (folder) =>
  ['.', 'docs', 'examples'].flatMap((place) => {
    try {
      return readdirSync(join(folder, place), { recursive: place !== '.' })
        .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
        .map((name) => join(folder, place, name));
    } catch (error) {
      if (error.code === 'ENOENT') return [];
      throw error;
    }
  });

const rewrite = (path, change) => writeFileSync(path, change(readFileSync(path, 'utf8')));

/** Documents say no longer that the package is not on npm. */
const speakOfNpm = (folder) => {
  for (const path of documentsOf(folder)) {
    if (!hasMarks(readFileSync(path, 'utf8'))) continue;
    try {
      rewrite(path, afterNpm);
    } catch (error) {
      throw new ReleaseProblem(
        `${path.slice(folder.length + 1)} has ${error.message}: complete it`,
      );
    }
  }
};

/** Makes the release in a copy of the project: the version, the changelog, the documents and the frozen stores. */
export const prepare = (folder, version, date) => {
  rewrite(join(folder, 'CHANGELOG.md'), (text) => withVersion(text, version, date));
  speakOfNpm(folder);
  const npm = (args, advice) => run(folder, 'npm', args, advice);
  const isLocked = run(folder, 'git', ['ls-files', 'package-lock.json'], '') !== '';
  if (isLocked) {
    npm(
      ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'],
      'Repair package-lock.json (npm install), or try again online.',
    );
  }
  npm(['version', version, '--no-git-tag-version', '--allow-same-version'], '');
  npm(['run', '--silent', 'openapi'], 'Repair what it says, and commit it.');
  npm(['run', '--silent', 'freeze-stores'], 'Repair what it says, and commit it.');
};

/** The files that differ from the commit, and are not ignored. */
export const changedIn = (folder) =>
  run(folder, 'git', ['status', '--porcelain', '--untracked-files=all'], '')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.slice(3));
