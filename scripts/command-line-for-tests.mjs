import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesIn } from './is-recent.mjs';

const folder = 'build/programs';
const sources = [
  'src',
  'examples/shop',
  'scripts',
  'biome.json',
  'package.json',
  'package-lock.json',
];
const hour = 3_600_000;

const versionOf = (paths) => {
  const hash = createHash('sha256');
  for (const path of filesIn(paths)) {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${path} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex').slice(0, 12);
};

const removeOthers = (current) => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (path !== current && Date.now() - mtimeMs > hour)
      rmSync(path, { recursive: true, force: true });
  }
};

/** The folder of the bundled command line, which all runs of tests on the same sources share. */
export const commandLineForTests = async () => {
  const bundled = join(folder, versionOf(sources));
  if (existsSync(bundled)) return bundled;
  const { bundleCommandLine } = await import('./bundle-command-line.mjs');
  mkdirSync(folder, { recursive: true });
  removeOthers(bundled);
  // Moved when complete, because two test runs may bundle at the same time.
  const unfinished = mkdtempSync(join(folder, 'unfinished-'));
  await bundleCommandLine(unfinished);
  try {
    renameSync(unfinished, bundled);
  } catch (error) {
    if (!existsSync(bundled)) throw error;
    rmSync(unfinished, { recursive: true });
  }
  return bundled;
};

const [, script] = process.argv;
if (import.meta.url === pathToFileURL(script).href)
  process.stdout.write(await commandLineForTests());
