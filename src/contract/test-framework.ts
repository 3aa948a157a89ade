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

const needed = ['describe', 'it', 'it.skip', 'beforeEach', 'afterEach'];

const hasFunction = (given: unknown, path: string): boolean => {
  let found: unknown = given;
  for (const name of path.split('.')) {
    // Some frameworks are a function that has the others.
    if ((typeof found !== 'object' && typeof found !== 'function') || found === null) return false;
    found = Reflect.get(found, name);
  }
  return typeof found === 'function';
};

const missingIn = (given: unknown): ReadonlyArray<string> =>
  needed.filter((path) => !hasFunction(given, path));

const isFramework = (given: unknown): given is TestFramework => missingIn(given).length === 0;

/**
 * The test framework of a suite: the given one, by default that whose functions are global (mocha, or vitest with `globals: true`).
 * Throws a `TypeError` that names the functions which it lacks.
 */
export const frameworkOf = (suite: string, given: unknown): TestFramework => {
  const framework = given === undefined ? globalThis : given;
  if (isFramework(framework)) return framework;
  const missing = missingIn(framework).join(', ');
  throw new TypeError(
    given === undefined
      ? `${suite}: there is no global ${missing}: pass the test framework as the last argument, such as import * as framework from 'node:test'`
      : `${suite}: the test framework has no function ${missing}: pass an object with ${needed.join(', ')}, such as import * as framework from 'node:test', or nothing to use the globals`,
  );
};
