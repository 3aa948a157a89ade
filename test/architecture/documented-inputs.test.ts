import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';

const folder = 'src/application/use-cases';

/** The fields of the inputs in a source text that have no documentation of their own in editors. */
const undocumented = (source: string): ReadonlyArray<string> =>
  [...source.matchAll(/= input\(([^]*?)\n?\);/g)].flatMap(([, fields = '']) => {
    const lines = fields.split('\n');
    return lines.flatMap((line, index) => {
      // Fields of the one object, or of the two: deeper lines are parts of a field.
      const [, name] = /^(?: {2}| {4})([a-z_]+)(?::|,$)/.exec(line) ?? [];
      return name === undefined || lines[index - 1]?.endsWith('*/') === true ? [] : [name];
    });
  });

describe('the inputs of the use cases', () => {
  for (const name of readdirSync(folder)) {
    it(`of ${name} have a line about each field`, () => {
      const source = readFileSync(join(folder, name), 'utf8');
      expect(undocumented(source)).to.deep.equal([]);
      // An input on one line has no room for documentation.
      expect(source).not.to.match(/= input\(\{ \w/);
    });
  }

  it('fail the check without one', () => {
    const source = "X = input({\n  /** Id. */\n  a: text('A'),\n  b: text(\n    'B',\n  ),\n});";
    expect(undocumented(source)).to.deep.equal(['b']);
    const two = "X = input(\n  {\n    a: text('A'),\n  },\n  {},\n);";
    expect(undocumented(two)).to.deep.equal(['a']);
  });
});
