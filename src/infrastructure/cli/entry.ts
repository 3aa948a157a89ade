#!/usr/bin/env node
// Old versions of Node cannot parse the command line. This file has only syntax of Node 10, and imports the rest where it can run.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

const isAtLeast = (leastMajor: number, leastMinor: number): boolean =>
  major > leastMajor || (major === leastMajor && minor >= leastMinor);

type Keeper = { readonly enableCompileCache: (folder: string) => unknown };

const isKeeper = (module: object): module is Keeper => 'enableCompileCache' in module;

/** Lets Node keep the code that it compiles, so that the next start takes a fifth less time. */
const keepCompiledCode = (): void => {
  const [, program] = process.argv;
  const module = process.getBuiltinModule('node:module');
  if (program === undefined || !isKeeper(module)) return;
  const path = process.getBuiltinModule('node:path');
  const files = process.getBuiltinModule('node:fs');
  // Beside the program: only those may write there who may change the program itself. Where it cannot be written, Node does without.
  const folder = path.dirname(files.realpathSync(program));
  module.enableCompileCache(path.join(folder, '.compile-cache'));
};

if (isAtLeast(20, 19)) {
  if (isAtLeast(22, 8)) keepCompiledCode();
  void import('./main.js');
} else {
  process.stderr.write(
    `pasarela: Node ${process.versions.node} is too old: install Node 20.19 or newer, from https://nodejs.org\n`,
  );
  process.exitCode = 1;
}
