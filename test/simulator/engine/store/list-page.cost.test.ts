import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { listPage } from '../../../../src/simulator/engine/store/list-page.js';
import { createTable } from '../../../../src/simulator/engine/store/table.js';

type Row = { readonly id: string; readonly owner: string; readonly created: number };

// A page reads rows only through these walks and the search for a creation time: each row is counted.
const countedTable = (rows: number) => {
  const table = createTable<Row, 'owner'>({ owner: ({ owner }) => owner });
  for (let at = 0; at < rows; at += 1) {
    table.put({ id: `row_${at}`, owner: `owner_${at % 2}`, created: at });
  }
  const read = { rows: 0, searched: 0 };
  const counted = function* (walk: Iterable<Row>): Iterable<Row> {
    for (const row of walk) {
      read.rows += 1;
      yield row;
    }
  };
  return {
    read,
    table: {
      ...table,
      newestFirst: (...args: Parameters<typeof table.newestFirst>) =>
        counted(table.newestFirst(...args)),
      oldestFirst: (...args: Parameters<typeof table.oldestFirst>) =>
        counted(table.oldestFirst(...args)),
      firstOf: (holds: (row: Row) => boolean) =>
        table.firstOf((row) => {
          read.searched += 1;
          return holds(row);
        }),
    },
  };
};

describe('a page of a list', () => {
  for (const rows of [40, 20_000]) {
    for (const page of [
      {},
      { starting_after: 'row_31' },
      { ending_before: 'row_1' },
      { created: { gte: 3, lt: 30 } },
      { created: { gt: 5 }, starting_after: 'row_37' },
      { created: { lte: 35 }, ending_before: 'row_1' },
    ] as const) {
      it(`of ${rows} rows reads its items and one more, and finds creation times in O(log n): ${JSON.stringify(page)}`, () => {
        const { table, read } = countedTable(rows);
        const outcome = listPage({
          table,
          selection: { index: 'owner', key: 'owner_1' },
          resource: 'customer',
          url: '/v1/customers',
          page: { ...page, limit: 10 },
        });
        if (E.isLeft(outcome)) throw new Error(JSON.stringify(outcome.left));
        expect(outcome.right.data).to.have.length(10);
        expect(outcome.right.has_more).to.equal(true);
        expect(read.rows).to.equal(11);
        expect(read.searched).to.be.at.most(2 * Math.ceil(Math.log2(rows + 1)));
      });
    }
  }
});
