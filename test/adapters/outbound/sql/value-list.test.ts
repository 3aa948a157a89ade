import { expect } from 'chai';
import { valueList } from '../../../../src/adapters/outbound/sql/value-list.js';

describe('a list of values for a statement', () => {
  it('is as long as the next power of two', () => {
    expect(valueList(['a'], 1)).to.deep.equal({ placeholders: '$1', values: ['a'] });
    expect(valueList([1, 2, 3], 4)).to.deep.equal({
      placeholders: '$4, $5, $6, $7',
      values: [1, 2, 3, 3],
    });
  });
});
