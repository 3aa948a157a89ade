import { expect } from 'chai';
import { decimalText, isInexact, JsonNumber } from '../../src/domain/json-number.js';
import { longText, patienceMs, took } from '../support/time/took.js';

describe('a JSON number as long as a body may be', () => {
  it('is read in linear time', async () => {
    const zeros = '0'.repeat(longText);
    for (const number of [`1${zeros}1`, `0.${zeros}1`, `1${zeros}`, `1.${zeros}`, `1e${zeros}1`]) {
      const work = () => [isInexact(number), decimalText(new JsonNumber(number))];
      expect(await took(work), number.slice(0, 3)).to.be.below(patienceMs);
    }
  });
});
