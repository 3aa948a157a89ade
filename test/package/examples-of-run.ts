import { cp, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runProgram } from '../support/programs/run-program.js';
import { packageOfRun } from './installed-package.js';

/** The examples in TypeScript, which their own `tsc` compiles. */
const compiled = ['nest', 'shop'];

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
  const { code, stdout } = await runProgram(process.execPath, [tsc, '-b', ...compiled], {
    cwd: examples,
  });
  if (code !== 0) throw new Error(`the examples do not compile: ${stdout}`);
  return examples;
};

let prepared: Promise<string> | undefined;

/** The folder with all examples, beside the installed package, with those in TypeScript compiled. */
export const examplesOfRun = (): Promise<string> => {
  prepared ??= prepare();
  return prepared;
};
