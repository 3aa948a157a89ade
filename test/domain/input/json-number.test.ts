import { expect } from 'chai';
import {
  decimalText,
  hasTooManyDigits,
  isInexact,
  JsonNumber,
} from '../../../src/domain/input/json-number.js';
import { longText, patienceMs, took } from '../../support/time/took.js';

describe('a JSON number as long as a body may be', () => {
  it('is read in linear time', async () => {
    const zeros = '0'.repeat(longText);
    for (const number of [`1${zeros}1`, `0.${zeros}1`, `1${zeros}`, `1.${zeros}`, `1e${zeros}1`]) {
      const work = () => [isInexact(number), decimalText(new JsonNumber(number))];
      expect(await took(work), number.slice(0, 3)).to.be.below(patienceMs);
    }
  });
});

describe('a JSON number in decimal digits', () => {
  for (const [source, text] of [
    ['19.99', '19.99'],
    ['-0.050', '-0.05'],
    ['12e3', '12000'],
    ['-0.00', '0'],
    ['1e-2', '0.01'],
    ['0.001', null],
    ['1e31', '9'.repeat(30)],
    ['-1e31', `-${'9'.repeat(30)}`],
    ['NaN', null],
    ['1_000', null],
  ] as const) {
    it(`is ${text ?? 'not there'} for ${source}`, () => {
      expect(decimalText(new JsonNumber(source))).to.equal(text);
    });
  }

  it('is inexact with more digits, or a larger exponent, than JavaScript keeps', () => {
    expect(
      ['123456789012345', '1234567890123456', '1e290', '1e291', '1e-291', 'NaN'].map(isInexact),
    ).to.deep.equal([false, true, false, true, true, false]);
    expect(['1e15', '1234567890123456', 'NaN'].map(hasTooManyDigits)).to.deep.equal([
      false,
      true,
      false,
    ]);
  });
});
