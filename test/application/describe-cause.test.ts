import { expect } from 'chai';
import { describeCause } from '../../src/application/describe-cause.js';

const unspeakable = {
  toString: () => {
    throw new Error('not even this');
  },
};
const withoutMessage = Object.defineProperty(new Error('x'), 'message', {
  get: () => {
    throw new Error('not even this');
  },
});

describe('describeCause', () => {
  it('describes errors and other thrown values', () => {
    expect(describeCause(new TypeError('no room'))).to.equal('TypeError: no room');
    expect(describeCause('no room')).to.equal('no room');
    expect(describeCause(undefined)).to.equal('undefined');
  });

  it('hides card numbers and keys, and cuts long texts', () => {
    const key = ['sk', 'test', 'abc123'].join('_');
    const said = describeCause(new Error(`${'x'.repeat(480)} 4242 4242 4242 4242 ${key}`));
    expect(said)
      .to.have.length(500)
      .and.match(/\[number\]/);
    expect(describeCause(`refused: ${key}`)).to.equal('refused: [key]');
  });

  for (const [what, cause] of [
    ['no prototype', Object.create(null)],
    ['a toString that throws', unspeakable],
    ['a message that throws', withoutMessage],
  ] as const) {
    it(`describes a value with ${what}`, () => {
      expect(describeCause(cause)).to.equal('an error without a description');
    });
  }
});
