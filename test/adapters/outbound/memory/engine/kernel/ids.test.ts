import { expect } from 'chai';
import { createIds } from '../../../../../../src/adapters/outbound/memory/engine/kernel/ids.js';

describe('ids', () => {
  it('never repeat, and continue from the seed and their number', () => {
    const ids = createIds('seed');
    const made = Array.from({ length: 20_000 }, () => ids.next('pi'));
    expect(new Set(made).size).to.equal(made.length);
    expect(new Set(made.map((id) => id.slice(-6))).size).to.equal(made.length);
    expect(made[0]).to.match(/^pi_[0-9A-Za-z]{24}$/);
    expect(createIds('seed', 19_999).next('pi')).to.equal(made.at(-1));
  });
});
