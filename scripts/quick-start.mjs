import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

// Runs the quick start with the package that is installed in a folder: `npm run quick-start -- FOLDER [NODE]`. The commands of
// its documents run as they stand, and print what the documents show. Needs bash and curl, and what `tsc` has compiled.
const [folder = '', node = process.execPath] = process.argv.slice(2);
const support = (file) =>
  import(new URL(`../build/test/support/documents/${file}`, import.meta.url));
const { fencedBlocks } = await support('fenced-blocks.js');
const { expectShown, runWalkThrough, walkThroughSteps } = await support('walk-through.js');

const { name, bin } = JSON.parse(readFileSync('package.json', 'utf8'));
const installed = resolve(folder, 'node_modules', name);
const documents = ['README.md', 'docs/quick-start.md', 'docs/es/inicio-rapido.md'];

// The commands find the same Node.
process.env.PATH = `${dirname(resolve(node))}${delimiter}${process.env.PATH}`;
const { PATH, SystemRoot } = process.env;
const service = spawn(node, [join(installed, bin[name] ?? Object.values(bin)[0]), 'serve'], {
  cwd: folder,
  env: { PATH, SystemRoot, HOME: folder, PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(service, 'exit');
const lines = createInterface({ input: service.stdout });
const [line = ''] = await Promise.race([once(lines, 'line'), once(lines, 'close').then(() => [])]);
const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];

const stepsOf = (document) => {
  try {
    return walkThroughSteps(fencedBlocks(readFileSync(join(installed, document), 'utf8')));
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
};

let count = 0;
try {
  if (address === undefined) throw new Error(`the service does not start: ${line}`);
  for (const document of documents) {
    const steps = stepsOf(document);
    const answers = steps.length === 0 ? [] : await runWalkThrough(steps, address, resolve(folder));
    for (const [index, { command, shown }] of steps.entries()) {
      if (shown === undefined) continue;
      try {
        expectShown(shown, answers[index] ?? '');
      } catch (error) {
        throw new Error(`${document}: ${command.trim()} prints something else: ${error.message}`, {
          cause: error,
        });
      }
    }
    count += steps.length;
  }
  if (count === 0) throw new Error('the documents of the package have no commands');
} catch (error) {
  console.error(`quick start: ${error.message}`);
  process.exitCode = 1;
} finally {
  service.kill('SIGTERM');
}
const [code] = await ended;
if (code !== 0 && process.exitCode !== 1) {
  console.error(`quick start: the service ended with ${code} after SIGTERM`);
  process.exitCode = 1;
}
if (process.exitCode !== 1) console.log(`${count} commands of the quick start, as shown`);
