import type { TestFramework } from '../../../src/contract.js';

type Body = () => Promise<void>;

/** A clause, and the title of the suite that it is in. */
type Test = { readonly name: string; readonly area: string };

type Failure = { readonly name: string; readonly message: string };

type Report = {
  readonly passed: ReadonlyArray<string>;
  readonly failed: ReadonlyArray<Failure>;
  readonly skipped: ReadonlyArray<string>;
};

const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);

/** A test framework that returns the names of passed, failed and skipped clauses instead of printing them. */
export const recordingFramework = () => {
  const tests: Array<Test & { readonly body: Body }> = [];
  let area = '';
  const skipped: Array<string> = [];
  const before: Array<Body> = [];
  const after: Array<Body> = [];

  const framework: TestFramework = {
    describe: (name, body) => {
      const outer = area;
      area = name;
      body();
      area = outer;
    },
    it: Object.assign(
      (name: string, body: Body) => {
        tests.push({ name, area, body });
      },
      {
        skip: (name: string) => {
          skipped.push(name);
        },
      },
    ),
    beforeEach: (body) => {
      before.push(body);
    },
    afterEach: (body) => {
      after.push(body);
    },
  };

  /** Runs the clauses that `chosen` accepts, by default all. */
  const run = async (chosen: (test: Test) => boolean = () => true): Promise<Report> => {
    const passed: Array<string> = [];
    const failed: Array<Failure> = [];
    for (const { body, ...test } of tests) {
      if (!chosen(test)) continue;
      const { name } = test;
      for (const hook of before) await hook();
      try {
        await body();
        passed.push(name);
      } catch (thrown) {
        failed.push({ name, message: messageOf(thrown) });
      }
      for (const hook of after) await hook();
    }
    return { passed, failed, skipped };
  };

  /** The names of the areas that have clauses of these names. */
  const areasOf = (names: ReadonlyArray<string>): ReadonlySet<string> =>
    new Set(tests.filter(({ name }) => names.includes(name)).map((test) => test.area));

  return { framework, run, areasOf };
};
