type Body = () => Promise<void>;

/** The functions that the suite needs of a test framework. The globals of mocha and vitest and the exports of `node:test` fit. */
export type TestFramework = {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly it: {
    (name: string, body: Body): unknown;
    readonly skip: (name: string, body: Body) => unknown;
  };
  readonly beforeEach: (body: Body) => unknown;
  readonly afterEach: (body: Body) => unknown;
};

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
