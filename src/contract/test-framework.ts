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
