import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { engineOperations } from '../../src/simulator/engine/operations.js';

describe('the table of endpoints in docs/stripe-coverage.md', () => {
  it('lists exactly the operations of the server', async () => {
    const page = await readFile('docs/stripe-coverage.md', 'utf8');
    const documented = [...page.matchAll(/`((?:[A-Z]+ )+)(\/v1\/[^`]*)`/g)].flatMap(
      ([, methods = '', path = '']) =>
        methods
          .trim()
          .split(' ')
          .map((method) => `${method} ${path}`),
    );
    const offered = Object.values(engineOperations).map(({ method, path }) => `${method} ${path}`);
    expect(documented.toSorted()).to.deep.equal(offered.toSorted());
  });
});
