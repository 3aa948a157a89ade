import type { TestFramework } from '../../../../../src/contract.js';

/** What a suite would run: a line for each title and clause, indented as they are nested. Runs nothing. */
export const listClauses = (
  state: (framework: TestFramework) => void,
): { readonly lines: ReadonlyArray<string>; readonly count: number } => {
  const lines: Array<string> = [];
  const totals = { depth: 0, count: 0 };
  const print = (line: string): void => {
    lines.push(`${'  '.repeat(totals.depth)}${line}`);
  };
  state({
    describe: (name, body) => {
      print(name);
      totals.depth += 1;
      body();
      totals.depth -= 1;
    },
    it: Object.assign(
      (name: string) => {
        totals.count += 1;
        print(`- ${name}`);
      },
      { skip: (name: string) => print(`- left out: ${name}`) },
    ),
    beforeEach: () => undefined,
    afterEach: () => undefined,
  });
  return { lines, count: totals.count };
};
