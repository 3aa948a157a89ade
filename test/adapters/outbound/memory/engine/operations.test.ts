import { expect } from 'chai';
import { createIds } from '../../../../../src/adapters/outbound/memory/engine/kernel/ids.js';
import { operations } from '../../../../../src/adapters/outbound/memory/engine/operations.js';
import { openShop } from '../support/open-shop.js';

describe('the operations of the processor', () => {
  it('each have a place of their own, and a name, but for one operation at two places', () => {
    const all = Object.values(operations);
    const work = new Map<string, unknown>(all.map(({ name, run }) => [name, run]));
    for (const { name, run } of all) expect(work.get(name), name).to.equal(run);
    expect(new Set(all.map(({ method, path }) => `${method} ${path}`)).size).to.equal(all.length);
  });

  it('are named as in the port, where it has them', () => {
    const names: ReadonlySet<string> = new Set(Object.values(operations).map(({ name }) => name));
    const { controls, ...port } = openShop().processor;
    expect(controls).to.be.an('object');
    expect(Object.keys(port).filter((name) => !names.has(name))).to.deep.equal([]);
  });

  it('make ids that never repeat', () => {
    const ids = createIds('seed');
    const made = Array.from({ length: 20_000 }, () => ids.next('pi'));
    expect(new Set(made).size).to.equal(made.length);
    expect(new Set(made.map((id) => id.slice(-6))).size).to.equal(made.length);
    expect(made[0]).to.match(/^pi_[0-9A-Za-z]{24}$/);
    expect(createIds('seed', 19_999).next('pi')).to.equal(made.at(-1));
  });
});
