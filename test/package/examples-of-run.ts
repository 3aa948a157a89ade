import { cp, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { runProgram } from '../support/programs/run-program.js';
import { packageOfRun } from './installed-package.js';

// The examples in TypeScript. What is too heavy for our development dependencies has a stand-in in `consumer`.
const typed = ['nest', 'next', 'shop'];
const routes = ['orders/[id]/pay', 'shop/[...path]', 'webhooks'];
const runners = ['vitest/node_modules/vitest', 'jest/node_modules/@jest/globals'];

const prepare = async (): Promise<string> => {
  const { directory } = await packageOfRun();
  const examples = join(directory, 'examples');
  await cp('examples', examples, {
    recursive: true,
    filter: (path) => !/node_modules|dist|\.next|data$/.test(path.slice('examples'.length)),
  });
  // They find `pasarela` in the folder where it is installed, and frameworks among our development dependencies.
  await symlink(resolve('node_modules'), join(examples, 'node_modules'), 'junction');
  const tsc = resolve('node_modules/typescript/bin/tsc');
  const { code, stdout } = await runProgram(
    process.execPath,
    [tsc, '-b', ...typed, '--singleThreaded'],
    {
      cwd: examples,
    },
  );
  if (code !== 0) throw new Error(`the examples do not compile: ${stdout}`);
  await build({
    absWorkingDir: join(examples, 'next'),
    entryPoints: routes.map((route) => `app/${route}/route.ts`),
    outdir: 'built',
    outbase: 'app',
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  });
  await cp(join(directory, 'next-server.mjs'), join(examples, 'next', 'server.mjs'));
  await Promise.all(
    runners.map((runner) =>
      cp(join(directory, 'test-runner.cjs'), join(examples, runner, 'index.js')),
    ),
  );
  return examples;
};

let prepared: Promise<string> | undefined;

/** The folder with all examples, beside the installed package, with those in TypeScript compiled. */
export const examplesOfRun = (): Promise<string> => {
  prepared ??= prepare();
  return prepared;
};
