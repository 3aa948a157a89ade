import { expect } from 'chai';
import * as fc from 'fast-check';
import { createRows, type SequencedRows } from '../../../../src/simulator/engine/store/rows.js';
import { seed } from '../../../support/inputs/seed.js';

type Row = { readonly id: number; readonly note: string };

// Several levels of a tree.
const total = 2560;

const rowOf = (id: number, note = 'new'): Row => ({ id, note });

const filled = (): SequencedRows<Row> => {
  const rows = createRows<Row>();
  for (let id = 0; id < total; id += 1) rows.set(id, rowOf(id));
  return rows;
};

const sequence = fc.nat({ max: total + 10 });
// `undefined` deletes the row.
const changes = fc.array(
  fc.tuple(sequence, fc.option(fc.constantFrom('x', 'y'), { nil: undefined })),
  { maxLength: 40 },
);
type Changes = ReadonlyArray<readonly [number, string | undefined]>;

const apply = (rows: SequencedRows<Row>, model: Map<number, Row>, all: Changes): void => {
  for (const [id, note] of all) {
    if (note === undefined) {
      rows.delete(id);
      model.delete(id);
    } else {
      const row = rowOf(id, note);
      rows.set(id, row);
      model.set(id, row);
    }
  }
};

const check = (rows: SequencedRows<Row>, model: ReadonlyMap<number, Row>, at: number): void => {
  const known = [...model.keys()].toSorted((a, b) => a - b);
  expect(rows.size()).to.equal(model.size);
  expect(rows.lowest()).to.equal(known[0]);
  expect(rows.highestBelow(at)).to.equal(known.findLast((one) => one < at));
  expect([...rows.up()]).to.deep.equal(known);
  expect([...rows.up(at)]).to.deep.equal(known.filter((one) => one > at));
  expect([...rows.down()]).to.deep.equal(known.toReversed());
  expect([...rows.down(at)]).to.deep.equal(known.filter((one) => one < at).toReversed());
  for (const one of known) expect(rows.get(one)).to.equal(model.get(one));
};

const modelOf = (rows: SequencedRows<Row>): Map<number, Row> =>
  new Map([...rows.up()].map((one) => [one, rows.get(one) ?? rowOf(one)]));

describe('rows by sequence number', () => {
  it('are a sorted map, which returns the same objects', () => {
    fc.assert(
      fc.property(changes, sequence, (all, at) => {
        const rows = filled();
        const model = modelOf(rows);
        apply(rows, model, all);
        check(rows, model, at);
        expect([rows.get(2 * total), rows.get(-1)]).to.deep.equal([undefined, undefined]);
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

  it('can all be deleted, the lowest first', () => {
    const rows = filled();
    for (let id = 0; id < total; id += 1) {
      expect(rows.lowest()).to.equal(id);
      rows.delete(id);
    }
    expect([rows.size(), rows.lowest(), [...rows.up()]]).to.deep.equal([0, undefined, []]);
    expect([...rows.up(7), ...rows.down(7), ...rows.down()]).to.deep.equal([]);
  });

  it('may have numbers far from each other', () => {
    const rows = createRows<Row>();
    for (const id of [7, 20_480, 2 ** 40]) rows.set(id, rowOf(id));
    expect([...rows.down(Infinity)]).to.deep.equal([2 ** 40, 20_480, 7]);
    expect(rows.get(2 ** 40)).to.deep.equal(rowOf(2 ** 40));
  });
});
