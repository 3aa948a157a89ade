import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startFakeServer } from '../build/src/fake-server.js';
import { fencedBlocks } from '../build/test/support/documents/fenced-blocks.js';
import {
  expectShown,
  runWalkThrough,
  walkThroughSteps,
} from '../build/test/support/documents/walk-through.js';

const help = `Usage: npm run examples [-- example ...]

Packs Pasarela, and runs each example as its README says: a copy in a temporary folder, with its own dependencies from a
package registry, its commands, and its tests. Without names: all of them. It exits with 1 when one fails.

\`init\` is the shop that \`pasarela init\` writes for Next: the tests run it on a stand-in for Next.

Examples: `;

const root = resolve(import.meta.dirname, '..');
const folders = readdirSync(join(root, 'examples'), { withFileTypes: true })
  .filter(
    (entry) =>
      entry.isDirectory() && existsSync(join(root, 'examples', entry.name, 'package.json')),
  )
  .map(({ name }) => name);
const all = [...folders, 'init'];

const npm = (args, cwd, env = {}) => {
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
};

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
};

/** Starts the server of an example in a process group of its own, with the local server as its Stripe. */
const startServer = async (folder) => {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const webhook = { url: `${address}/webhooks`, secret: 'whsec_example' };
  const stripe = await startFakeServer({ webhook });
  const settings = { PORT: port, STRIPE_BASE_URL: stripe.url, STRIPE_SECRET_KEY: stripe.apiKey };
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    // The group: npm does not pass the signal on.
    if (child.pid !== undefined) process.kill(-child.pid);
    await ended;
    await stripe.close();
  };
  for (let tries = 0; child.exitCode === null && tries < 600; tries++) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer !== undefined) return { address, stop };
    await pause(100);
  }
  await stop();
  throw new Error('npm start: the server does not answer');
};

const follow = async (folder, address) => {
  const steps = walkThroughSteps(fencedBlocks(readFileSync(join(folder, 'README.md'), 'utf8')));
  const answers = await runWalkThrough(steps, address, folder);
  for (const [index, { shown }] of steps.entries()) {
    if (shown !== undefined) expectShown(shown, answers[index]);
  }
  return steps.length;
};

/** Uses the packed package in place of the one that a manifest names. */
const takePackage = (folder, tarball) => {
  const file = join(folder, 'package.json');
  const manifest = readFileSync(file, 'utf8');
  writeFileSync(file, manifest.replace(/"pasarela": "[^"]*"/, `"pasarela": "file:${tarball}"`));
  return JSON.parse(manifest);
};

const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund'];

const runInit = (folder, tarball) => {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  npm([...install, tarball], folder);
  npm(['exec', '--', 'pasarela', 'init', 'shop', '--yes', '--framework', 'next'], folder);
  const shop = join(folder, 'shop');
  const { dependencies } = takePackage(shop, tarball);
  npm(install, shop);
  npm(['test'], shop);
  return `init: npm test (next ${dependencies.next})`;
};

const runExample = (name) => async (folder, tarball) => {
  cpSync(join(root, 'examples', name), folder, { recursive: true });
  const { dependencies, devDependencies = {}, scripts = {} } = takePackage(folder, tarball);
  npm(install, folder);
  const versions = Object.keys({ ...dependencies, ...devDependencies }).map((dependency) => {
    const installed = join(folder, 'node_modules', dependency, 'package.json');
    return `${dependency} ${JSON.parse(readFileSync(installed, 'utf8')).version}`;
  });
  if (scripts.build !== undefined) npm(['run', 'build'], folder);
  if (scripts.test !== undefined) npm(['test'], folder);
  const server = scripts.start === undefined ? undefined : await startServer(folder);
  try {
    const commands = await follow(folder, server?.address ?? '');
    return `${name}: ${commands} commands${scripts.test === undefined ? '' : ', npm test'} (${versions.join(', ')})`;
  } finally {
    await server?.stop();
  }
};

const main = async () => {
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    console.log(help + all.join(', '));
    process.exitCode = names.includes('--help') ? 0 : 1;
    return;
  }
  const temporary = mkdtempSync(join(tmpdir(), 'pasarela-examples-'));
  try {
    const packed = npm(['pack', '--silent', '--pack-destination', temporary], root);
    const tarball = join(temporary, packed.trim().split('\n').at(-1));
    for (const name of names.length > 0 ? names : all) {
      try {
        // One after the other: some are large.
        // oxlint-disable-next-line no-await-in-loop
        console.log(
          `ok      ${await (name === 'init' ? runInit : runExample(name))(join(temporary, name), tarball)}`,
        );
      } catch (error) {
        console.log(`FAILED  ${name}: ${error.message}`);
        process.exitCode = 1;
      }
      rmSync(join(temporary, name), { recursive: true, force: true });
    }
  } finally {
    rmSync(temporary, { recursive: true });
  }
};

await main();
