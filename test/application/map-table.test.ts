import { expect } from 'chai';
import { mapTableFor } from '../../src/application/map-table.js';

describe('mapTableFor', () => {
  const made: Array<string> = [];
  const tableFor = mapTableFor<{ readonly one: string; readonly two: string }, string, number>(
    { one: 1, two: 2 },
    (entry, name, given) => {
      made.push(name);
      return `${given}: ${name} is ${entry}`;
    },
  );

  beforeEach(() => {
    made.length = 0;
  });

  it('makes an entry for its value when it is read', () => {
    const [first, second] = [tableFor('first'), tableFor('second')];
    expect(made).to.deep.equal([]);
    expect(first.one).to.equal('first: one is 1');
    expect(made).to.deep.equal(['one']);
    const { two } = second;
    expect(two).to.equal('second: two is 2');
  });
});
