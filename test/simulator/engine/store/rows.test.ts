import { expect } from 'chai';
import * as fc from 'fast-check';
import { pageSize } from '../../../../src/simulator/engine/store/packed-page.js';
import { createRows, type Rows } from '../../../../src/simulator/engine/store/rows.js';
import { seed } from '../../../support/inputs/seed.js';

type Row = { readonly id: number; readonly note: string };

const packing = { levels: 1, openPages: 1 };
const total = 5 * pageSize;

const rowOf = (id: number, note = 'new'): Row => ({ id, note });

const filled = (): Rows<Row> => {
  const rows = createRows<Row>(packing);
  for (let id = 0; id < total; id += 1) rows.set(id, rowOf(id));
  return rows;
};

const sequence = fc.oneof(
  fc.nat({ max: total + 10 }),
  // Around the borders of pages.
  fc
    .tuple(fc.nat({ max: 5 }), fc.integer({ min: -2, max: 2 }))
    .map(([page, by]) => Math.max(0, page * pageSize + by)),
);
// `undefined` deletes the row.
const changes = fc.array(
  fc.tuple(sequence, fc.option(fc.constantFrom('x', 'y'), { nil: undefined })),
  { maxLength: 40 },
);
type Changes = ReadonlyArray<readonly [number, string | undefined]>;

const apply = (rows: Rows<Row>, model: Map<number, Row>, all: Changes): void => {
  for (const [id, note] of all) {
    if (note === undefined) {
      rows.delete(id);
      model.delete(id);
    } else {
      rows.set(id, rowOf(id, note));
      model.set(id, rowOf(id, note));
    }
  }
};

const check = (rows: Rows<Row>, model: ReadonlyMap<number, Row>, at: number): void => {
  const known = [...model.keys()].toSorted((a, b) => a - b);
  expect(rows.size()).to.equal(model.size);
  expect(rows.lowest()).to.equal(known[0]);
  expect([...rows.up(-1)]).to.deep.equal(known);
  expect([...rows.up(at)]).to.deep.equal(known.filter((one) => one > at));
  expect([...rows.down(undefined)]).to.deep.equal(known.toReversed());
  expect([...rows.down(at)]).to.deep.equal(known.filter((one) => one < at).toReversed());
  expect(known.map(rows.get)).to.deep.equal(known.map((one) => model.get(one)));
};

const modelOf = (rows: Rows<Row>): Map<number, Row> =>
  new Map([...rows.up(-1)].map((one) => [one, rows.get(one) ?? rowOf(one)]));

describe('rows by sequence number', () => {
  it('are a sorted map, whether their pages are open or packed', () => {
    fc.assert(
      fc.property(changes, sequence, (all, at) => {
        const rows = filled();
        const model = modelOf(rows);
        apply(rows, model, all);
        check(rows, model, at);
        expect([rows.get(total + pageSize), rows.get(-1)]).to.deep.equal([undefined, undefined]);
      }),
      { seed, numRuns: 8 },
    );
  });

  it('do not change with a fork of them', () => {
    fc.assert(
      fc.property(changes, changes, sequence, (before, after, at) => {
        const rows = filled();
        const model = modelOf(rows);
        apply(rows, model, before);
        const fork = rows.fork();
        const modelOfFork = new Map(model);
        apply(fork, modelOfFork, after);
        check(fork, modelOfFork, at);
        check(rows, model, at);
      }),
      { seed, numRuns: 8 },
    );
  });

  it('are the same objects while they are new, and while they are read often', () => {
    const rows = filled();
    const latest = rowOf(total);
    rows.set(total, latest);
    const old = rows.get(3);
    expect(old).to.deep.equal(rowOf(3));
    for (let id = 0; id < 4 * pageSize; id += 1) {
      rows.get(id);
      if (id % 100 === 0) expect(rows.get(3)).to.equal(old);
    }
    expect(rows.get(total)).to.equal(latest);
  });

  it('can all be deleted, the lowest first', () => {
    const rows = filled();
    for (let id = 0; id < total; id += 1) {
      expect(rows.lowest()).to.equal(id);
      rows.delete(id);
    }
    expect([rows.size(), rows.lowest(), [...rows.up(-1)]]).to.deep.equal([0, undefined, []]);
  });

  it('may have numbers far from each other', () => {
    const rows = createRows<Row>(packing);
    for (const id of [7, 40 * pageSize, 2 ** 40]) rows.set(id, rowOf(id));
    expect([...rows.down(Infinity)]).to.deep.equal([2 ** 40, 40 * pageSize, 7]);
    expect(rows.get(2 ** 40)).to.deep.equal(rowOf(2 ** 40));
  });
});
