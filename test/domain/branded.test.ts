import { expect } from 'chai';
import * as branded from '../../src/domain/branded.js';

const { minorUnits, ...ids } = branded;

describe('the constructors of branded values', () => {
  for (const [name, make] of Object.entries(ids)) {
    it(`${name} returns an id as it is`, () => {
      expect(make('x_1aB-')).to.equal('x_1aB-');
    });

    for (const wrong of ['', 'a/b', 'a b', '../x', 'ñ']) {
      it(`${name} refuses ${JSON.stringify(wrong)}`, () => {
        expect(() => make(wrong)).to.throw(
          TypeError,
          `${name}: ${JSON.stringify(wrong)} is not an id`,
        );
      });
    }

    it(`${name} refuses values that are not text`, () => {
      for (const wrong of [undefined, null, 42, {}]) {
        expect(() => void Reflect.apply(make, undefined, [wrong])).to.throw(TypeError, name);
      }
    });
  }

  it('eventId refuses an id that no store takes', () => {
    expect(branded.eventId('e'.repeat(255))).to.have.length(255);
    expect(() => branded.eventId('e'.repeat(256))).to.throw(TypeError, 'eventId');
  });

  it('minorUnits returns a positive whole number', () => {
    for (const amount of [1, 1999, Number.MAX_SAFE_INTEGER]) {
      expect(minorUnits(amount)).to.equal(amount);
    }
  });

  for (const wrong of [0, -1, 19.99, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, '1999', null]) {
    it(`minorUnits refuses ${String(wrong)} (${typeof wrong})`, () => {
      expect(() => void Reflect.apply(minorUnits, undefined, [wrong])).to.throw(
        TypeError,
        'is not an amount in minor units',
      );
    });
  }
});
