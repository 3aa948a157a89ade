import type { TestFramework } from '../../../src/contract.js';

type Body = () => Promise<void>;

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
  const tests: Array<{ readonly name: string; readonly body: Body }> = [];
  const skipped: Array<string> = [];
  const before: Array<Body> = [];
  const after: Array<Body> = [];

  const framework: TestFramework = {
    describe: (_name, body) => {
      body();
    },
    it: Object.assign(
      (name: string, body: Body) => {
        tests.push({ name, body });
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

  /** Runs the clauses whose names `chosen` accepts, by default all. */
  const run = async (chosen: (name: string) => boolean = () => true): Promise<Report> => {
    const passed: Array<string> = [];
    const failed: Array<Failure> = [];
    for (const { name, body } of tests) {
      if (!chosen(name)) continue;
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

  return { framework, run };
};
