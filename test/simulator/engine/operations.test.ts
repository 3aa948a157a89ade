import { expect } from 'chai';
import { engineOperations } from '../../../src/simulator/engine/operations.js';
import { openShop } from '../../adapters/outbound/memory/support/open-shop.js';

describe('the operations of the processor', () => {
  it('each have a unique route, and a unique name except for one operation at two paths', () => {
    const all = Object.values(engineOperations);
    const work = new Map<string, unknown>(all.map(({ name, run }) => [name, run]));
    for (const { name, run } of all) expect(work.get(name), name).to.equal(run);
    expect(new Set(all.map(({ method, path }) => `${method} ${path}`)).size).to.equal(all.length);
  });

  it('have the names of the port functions', () => {
    const names: ReadonlySet<string> = new Set(
      Object.values(engineOperations).map(({ name }) => name),
    );
    const { controls, ...port } = openShop().processor;
    expect(controls).to.be.an('object');
    expect(Object.keys(port).filter((name) => !names.has(name))).to.deep.equal([]);
  });
});
