import type { TestFramework } from './test-framework.js';

const isFramework = (value: object): value is TestFramework =>
  ['describe', 'it', 'beforeEach', 'afterEach'].every(
    (name) => typeof Reflect.get(value, name) === 'function',
  );

/** The framework that put its functions into the global scope: mocha, or vitest with `globals: true`. */
export const globalFramework = (): TestFramework => {
  const scope: object = globalThis;
  if (isFramework(scope)) return scope;
  throw new Error(
    'There are no global describe, it, beforeEach and afterEach here: pass them as the last argument.',
  );
};
