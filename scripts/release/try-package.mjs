import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { run } from './run.mjs';

/**
 * Installs the packed file on each Node as a stranger would, into an empty folder and with an empty cache of npm, and runs the
 * quick start there.
 */
export const tryPackage = (copy, file, nodes, folder) => {
  const cache = join(folder, 'cache');
  for (const { node, version } of nodes) {
    const place = join(folder, version);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'package.json'), '{ "private": true }');
    const PATH = `${dirname(node)}${delimiter}${process.env.PATH}`;
    const options = ['--prefix', place, '--cache', cache, '--no-audit', '--no-fund'];
    run(
      place,
      'npm',
      ['install', ...options, join(copy, file)],
      `The package cannot be installed on Node ${version}. If npm was not reached, try again online.`,
      { ...process.env, PATH },
    );
    const told = run(
      copy,
      'npm',
      ['run', '--silent', 'quick-start', '--', place, node],
      `The quick start fails with the installed package on Node ${version}: correct the document or the code.`,
    );
    console.log(`  ${version}: ${told.trim()}`);
  }
};
