import { expect } from 'chai';
import { createFingerprints, createIds } from '../../../../src/simulator/engine/kernel/ids.js';

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

describe('fingerprints', () => {
  it('stay the same for a text, after many others too', () => {
    const fingerprintOf = createFingerprints('account');
    const first = fingerprintOf('4242424242424242');
    expect(first).to.match(/^[0-9A-Za-z]{16}$/);
    const others = Array.from({ length: 300 }, (_, i) => fingerprintOf(`number ${i}`));
    expect(new Set([first, ...others]).size).to.equal(301);
    expect(fingerprintOf('4242424242424242')).to.equal(first);
    expect(createFingerprints('account')('4242424242424242')).to.equal(first);
  });

  it('differ between accounts', () => {
    expect(createFingerprints('one')('4242424242424242')).not.to.equal(
      createFingerprints('another')('4242424242424242'),
    );
  });
});
