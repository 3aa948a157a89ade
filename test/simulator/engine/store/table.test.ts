import { expect } from 'chai';
import * as fc from 'fast-check';
import { withSearch } from '../../../../src/simulator/engine/store/searched-table.js';
import { createTable, type Table } from '../../../../src/simulator/engine/store/table.js';
import { seed } from '../../../support/inputs/seed.js';

describe('a walk over several keys of an index', () => {
  it('yields the same rows as a filtered walk over all rows, in both directions', () => {
    const group = fc.constantFrom('a', 'b', 'c', 'd');
    fc.assert(
      fc.property(
        fc.array(group, { maxLength: 30 }),
        fc.uniqueArray(group),
        fc.integer({ min: -1, max: 31 }),
        (groups, keys, at) => {
          const table = createTable<{ readonly id: string; readonly group: string }, 'group'>({
            group: (row) => row.group,
          });
          for (const [id, name] of groups.entries()) table.put({ id: `${id}`, group: name });
          const expected = groups
            .map((name, id) => ({ id: `${id}`, group: name }))
            .filter((row) => keys.includes(row.group));
          const selection = { index: 'group', keys } as const;
          expect([...table.newestFirst(selection, { below: at })]).to.deep.equal(
            expected.filter(({ id }) => Number(id) < at).toReversed(),
          );
          expect([...table.oldestFirst(selection, { above: at })]).to.deep.equal(
            expected.filter(({ id }) => Number(id) > at),
          );
        },
      ),
      { seed },
    );
  });
});

type Row = { readonly id: string; readonly group: string | null };

describe('the newest and the oldest row of a table', () => {
  it('are added and removed as by id, also in a table with a search', () => {
    const rows = fc.uniqueArray(fc.nat({ max: 40 }), { maxLength: 30 });
    const indexes = { group: ({ group }: Row) => group };
    fc.assert(
      fc.property(rows, fc.nat({ max: 9 }), fc.constantFrom(0, 60), (ids, keep, delay) => {
        const search = { delay, now: () => 0 };
        const put = withSearch(createTable(indexes), search);
        const added = withSearch(createTable(indexes), search);
        for (const id of ids) {
          const row = { id: `${id}`, group: id % 2 === 0 ? 'even' : null };
          put.put(row);
          added.put(row);
          const [oldest] = put.oldestFirst('all');
          if (put.size() <= keep || oldest === undefined) continue;
          put.remove(oldest.id);
          added.removeOldest();
        }
        const selection = { index: 'group', key: 'even' } as const;
        expect(added.dump()).to.deep.equal(put.dump());
        expect(added.size()).to.equal(Math.min(keep, ids.length));
        expect([...added.newestFirst(selection)]).to.deep.equal([...put.newestFirst(selection)]);
        expect(ids.map((id) => added.get(`${id}`))).to.deep.equal(
          ids.map((id) => put.get(`${id}`)),
        );
        const found = [...added.searched('all', () => true, {})];
        expect(found).to.deep.equal([...put.searched('all', () => true, {})]);
        expect(found).to.have.length(delay === 0 ? added.size() : 0);
      }),
      { seed },
    );
  });

  it('are none in an empty table', () => {
    const table = createTable<Row>({});
    table.removeOldest();
    expect(table.size()).to.equal(0);
  });
});

describe('a fork of a table', () => {
  const indexes = { group: ({ group }: Row) => group };
  const change = fc.record({
    id: fc.constantFrom('1', '2', '3', '4', '5', '6'),
    // `undefined` removes the row.
    group: fc.constantFrom('a', 'b', null, undefined),
  });
  const changes = fc.array(change, { maxLength: 40 });
  type Change = { readonly id: string; readonly group: string | null | undefined };

  const apply = (table: Table<Row, 'group'>, all: ReadonlyArray<Change>): void => {
    for (const { id, group } of all) {
      if (group === undefined) table.remove(id);
      else table.put({ id, group });
    }
  };
  const shown = (table: Table<Row, 'group'>): unknown => ({
    dump: table.dump(),
    size: table.size(),
    found: ['1', '2', '3', '4', '5', '6'].map((id) => [table.get(id), table.sequenceOf(id)]),
    walks: ['a', 'b'].map((key) => [
      [...table.newestFirst({ index: 'group', key })],
      [...table.oldestFirst({ index: 'group', key }, { above: 1 })],
    ]),
  });

  it('changes like a table of its own, and leaves the other forks and the table as they were', () => {
    fc.assert(
      fc.property(changes, changes, changes, (before, first, second) => {
        const base = createTable(indexes);
        apply(base, before);
        const begun = shown(base);
        const forks = [base.fork(), base.fork()];
        for (const [at, later] of [first, second].entries()) {
          const fork = forks[at] ?? base;
          const own = createTable(indexes, base.dump());
          expect(shown(fork)).to.deep.equal(shown(own));
          apply(fork, later);
          apply(own, later);
          expect(shown(fork)).to.deep.equal(shown(own));
        }
        expect(shown(base)).to.deep.equal(begun);
      }),
      { seed },
    );
  });

  it('shares its rows, and costs the same for any number of them', () => {
    let read = 0;
    const counted = {
      group: (row: Row) => {
        read += 1;
        return row.group;
      },
    };
    const base = createTable(counted);
    for (let id = 0; id < 1000; id += 1) base.put({ id: `${id}`, group: 'a' });
    read = 0;
    const fork = base.fork();
    expect(read).to.equal(0);
    expect(fork.get('999')).to.equal(base.get('999'));
    fork.put({ id: '1000', group: 'a' });
    expect(read).to.equal(1);
  });
});
