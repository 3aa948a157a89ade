import { expect } from 'chai';
import { createKept, isKeepable } from '../../src/domain/kept.js';

describe('createKept', () => {
  it('makes a value once, and forgets values that nobody has read for long', () => {
    const made: Array<object> = [];
    const kept = createKept<number>(1, (value) => value);
    const make = (object: object): number => made.push(object);
    const read = { id: 'read' };
    const unread = { id: 'unread' };
    kept(unread, make);
    for (let other = 0; other < 10; other += 1) {
      kept(read, make);
      kept({ other }, make);
    }
    kept(unread, make);
    expect(made.filter((one) => one === read)).to.have.lengthOf(1);
    expect(made.filter((one) => one === unread)).to.have.lengthOf(2);
  });

  it('makes a value again that holds no longer', () => {
    const made: Array<object> = [];
    const kept = createKept<number>(1, (value) => value);
    const make = (object: object): number => made.push(object);
    const object = { id: 'changing' };
    kept(object, make);
    expect(kept(object, make, (value) => value === 1)).to.equal(1);
    expect(kept(object, make, (value) => value !== 1)).to.equal(2);
    expect(kept(object, make)).to.equal(2);
  });
});

describe('isKeepable', () => {
  it('is true of an object with an id that is frozen inside too', () => {
    expect(isKeepable(Object.freeze({ id: 'a', b: Object.freeze([1, null]) }))).to.equal(true);
  });

  it('is false of every other object', () => {
    for (const other of [{ id: 'a' }, Object.freeze({ b: 1 }), Object.freeze({ id: 'a', b: {} })]) {
      expect(isKeepable(other), JSON.stringify(other)).to.equal(false);
    }
  });
});
