import type { TestFramework } from './test-framework.js';

const isFramework = (value: object): value is TestFramework =>
  ['describe', 'it', 'beforeEach', 'afterEach'].every(
    (name) => typeof Reflect.get(value, name) === 'function',
  );

/** The framework whose functions are global: mocha, or vitest with `globals: true`. */
export const globalFramework = (): TestFramework => {
  const scope: object = globalThis;
  if (isFramework(scope)) return scope;
  throw new Error(
    'The globals describe, it, beforeEach and afterEach are missing: pass the test framework as the last argument.',
  );
};
