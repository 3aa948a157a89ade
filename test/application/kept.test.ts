import { expect } from 'chai';
import { createKept, createWorthKeeping } from '../../src/application/kept.js';

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

describe('createWorthKeeping', () => {
  const sights = (object: object, times: number): ReadonlyArray<boolean> => {
    const isWorthKeeping = createWorthKeeping();
    return Array.from({ length: times }, () => isWorthKeeping(object));
  };

  it('is true from the second sight of an object with an id that is frozen inside too', () => {
    const object = Object.freeze({ id: 'a', b: Object.freeze([1, null]) });
    expect(sights(object, 3)).to.deep.equal([false, true, true]);
  });

  it('is false of every other object', () => {
    for (const other of [{ id: 'a' }, Object.freeze({ b: 1 }), Object.freeze({ id: 'a', b: {} })]) {
      expect(sights(other, 3), JSON.stringify(other)).to.deep.equal([false, false, false]);
    }
  });
});
