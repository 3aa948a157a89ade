import { readFile } from 'node:fs/promises';
import { expect } from 'chai';

describe('docs/internals/fidelity.md', () => {
  it('has the figures of the comparison in the README', async () => {
    const page = await readFile('docs/internals/fidelity.md', 'utf8');
    const found = /Of ([\d,]+) replayed steps ([\d,]+) are alike/.exec(page);
    const sentence = (await readFile('README.md', 'utf8'))
      .split('\n')
      .find((line) => line.includes('docs/internals/fidelity.md'));
    expect(sentence).to.match(new RegExp(`^Of ${found?.[1]} steps .* to ${found?.[2]}\\.$`));
  });
});
