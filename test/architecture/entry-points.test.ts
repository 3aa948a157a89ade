import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

// Reads the compiled modules: a package that is imported only for its types is not loaded.
const compiled = fileURLToPath(new URL('../../src/', import.meta.url));

const packageOf = (specifier: string) =>
  specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

const specifiersOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^(?:import|export)\b[^;'=]*'([^']+)';$/gm)].map(
    ([, specifier = '']) => specifier,
  );

const packagesLoadedBy = (entryPoint: string): ReadonlyArray<string> => {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const specifier of specifiersOf(file)) {
      if (specifier.startsWith('.')) visit(resolve(dirname(file), specifier));
      else if (!specifier.startsWith('node:')) packages.add(packageOf(specifier));
    }
  };
  visit(resolve(compiled, entryPoint));
  return [...packages].toSorted();
};

const core = ['fp-ts', 'io-ts'];

const allowed: Readonly<Record<string, ReadonlyArray<string>>> = {
  'index.js': [...core, 'sorted-btree'],
  'memory.js': [...core, 'sorted-btree'],
  'stripe.js': [...core, 'undici'],
  // Opening a store loads the driver. Importing the entry point does not.
  'sqlite.js': core,
  'postgres.js': core,
  'contract.js': core,
  'fake-server.js': [...core, 'qs', 'sorted-btree'],
  'torture.js': [...core, 'qs', 'sorted-btree'],
  'koa.js': [...core, '@koa/router', 'koa'],
  'node.js': core,
  'fetch.js': core,
  'client.js': [],
};

describe('entry points', () => {
  for (const [entryPoint, packages] of Object.entries(allowed)) {
    it(`${entryPoint} loads only these packages: ${packages.join(', ') || 'none'}`, () => {
      expect(existsSync(resolve(compiled, entryPoint)), `${entryPoint} exists`).to.equal(true);
      const loaded = packagesLoadedBy(entryPoint);
      if (packages.length > 0) expect(loaded).to.include('fp-ts');
      expect(loaded.filter((name) => !packages.includes(name))).to.deep.equal([]);
    });
  }
});
