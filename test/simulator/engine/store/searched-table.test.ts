import { expect } from 'chai';
import { withSearch } from '../../../../src/simulator/engine/store/searched-table.js';
import { createTable } from '../../../../src/simulator/engine/store/table.js';

type Row = { readonly id: string; readonly color: string };

const openTable = (delay: number) => {
  const clock = { now: 100 };
  const table = withSearch(createTable<Row, 'color'>({ color: (row) => row.color }), {
    delay,
    now: () => clock.now,
  });
  return {
    clock,
    table,
    find: (color: string): ReadonlyArray<Row> => [
      ...table.searched({ index: 'color', key: color }, (row) => row.color === color, {}),
    ],
  };
};

describe('searches of a table', () => {
  it('see every change at once without a delay', () => {
    const { table, find } = openTable(0);
    table.put({ id: 'a', color: 'red' });
    expect(find('red')).to.deep.equal([{ id: 'a', color: 'red' }]);
    table.put({ id: 'a', color: 'blue' });
    expect(find('red')).to.deep.equal([]);
    expect(find('blue')).to.deep.equal([{ id: 'a', color: 'blue' }]);
  });

  it('see a new row after the delay', () => {
    const { clock, table, find } = openTable(60);
    table.put({ id: 'a', color: 'red' });
    clock.now = 159;
    expect(find('red')).to.deep.equal([]);
    expect(table.get('a')).to.deep.equal({ id: 'a', color: 'red' });
    clock.now = 160;
    expect(find('red')).to.deep.equal([{ id: 'a', color: 'red' }]);
  });

  // As in https://github.com/stripe/stripe-js/issues/663
  it('match a changed row as it was before the delay, and return it as it is', () => {
    const { clock, table, find } = openTable(60);
    table.put({ id: 'a', color: 'red' });
    clock.now = 200;
    table.put({ id: 'a', color: 'blue' });
    clock.now = 230;
    table.put({ id: 'a', color: 'green' });
    expect(find('red')).to.deep.equal([{ id: 'a', color: 'green' }]);
    expect(find('green')).to.deep.equal([]);
    clock.now = 260;
    expect(find('red')).to.deep.equal([]);
    expect(find('blue')).to.deep.equal([{ id: 'a', color: 'green' }]);
    clock.now = 290;
    expect(find('blue')).to.deep.equal([]);
    expect(find('green')).to.deep.equal([{ id: 'a', color: 'green' }]);
  });

  it('never return a removed row', () => {
    const { clock, table, find } = openTable(60);
    table.put({ id: 'a', color: 'red' });
    clock.now = 200;
    table.remove('a');
    expect(find('red')).to.deep.equal([]);
  });
});
