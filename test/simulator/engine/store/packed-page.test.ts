import { expect } from 'chai';
import * as fc from 'fast-check';
import { isObject } from '../../../../src/domain/json.js';
import {
  copyPack,
  createPack,
  getFromPack,
  isInPack,
  type Pack,
  pageSize,
  removeFromPack,
  setInPack,
} from '../../../../src/simulator/engine/store/packed-page.js';
import { openShop, pay } from '../../../adapters/outbound/memory/support/open-shop.js';
import { seed } from '../../../support/inputs/seed.js';

const leaf = fc.constantFrom('a', 'b', 1, 2, null, true);
const inner = fc.oneof(
  leaf,
  fc.array(leaf, { maxLength: 2 }),
  fc.dictionary(fc.constantFrom('x', 'y'), leaf, { noNullPrototype: true }),
);
const row = fc.oneof(
  fc.record({ id: leaf, status: leaf, data: inner }),
  fc.record({ status: leaf, id: leaf }),
  fc.dictionary(fc.constantFrom('p', 'q', 'r', 's', 't'), inner, { noNullPrototype: true }),
  fc.constantFrom('no object', 7),
);
const place = fc.nat({ max: 5 });
// `undefined` removes what is there.
const changes = fc.array(fc.tuple(place, fc.option(row, { nil: undefined })), { maxLength: 60 });
type Changes = ReadonlyArray<readonly [number, unknown]>;

const apply = (pack: Pack, model: Map<number, unknown>, all: Changes): void => {
  for (const [at, value] of all) {
    if (value === undefined) {
      removeFromPack(pack, at);
      model.delete(at);
    } else {
      setInPack(pack, at, value);
      model.set(at, value);
    }
  }
};

// As text: the order of the fields counts.
const shown = (pack: Pack): ReadonlyArray<string | undefined> =>
  Array.from({ length: 6 }, (_, at) =>
    isInPack(pack, at) ? JSON.stringify(getFromPack(pack, at)) : undefined,
  );
const expected = (model: ReadonlyMap<number, unknown>): ReadonlyArray<string | undefined> =>
  Array.from({ length: 6 }, (_, at) => (model.has(at) ? JSON.stringify(model.get(at)) : undefined));

const isFrozenInside = (value: unknown): boolean =>
  !isObject(value) || (Object.isFrozen(value) && Object.values(value).every(isFrozenInside));

describe('a packed page', () => {
  it('returns what was put into it last, with its fields in their order', () => {
    fc.assert(
      fc.property(changes, fc.integer({ min: 1, max: 3 }), (all, levels) => {
        const pack = createPack(levels);
        const model = new Map<number, unknown>();
        apply(pack, model, all);
        expect(shown(pack)).to.deep.equal(expected(model));
        for (const at of model.keys()) expect(isFrozenInside(getFromPack(pack, at))).to.equal(true);
      }),
      { seed, numRuns: 500 },
    );
  });

  it('does not change with its copy, nor the copy with it', () => {
    fc.assert(
      fc.property(changes, changes, changes, (before, ofPack, ofCopy) => {
        const pack = createPack(2);
        const model = new Map<number, unknown>();
        apply(pack, model, before);
        const copy = copyPack(pack);
        const modelOfCopy = new Map(model);
        apply(pack, model, ofPack);
        apply(copy, modelOfCopy, ofCopy);
        expect(shown(pack)).to.deep.equal(expected(model));
        expect(shown(copy)).to.deep.equal(expected(modelOfCopy));
        expect(shown(pack)).to.deep.equal(expected(model));
      }),
      { seed, numRuns: 300 },
    );
  });

  it('keeps a field once in which all objects agree, and a deeper object as it is', () => {
    const deep = { order: '6735' };
    const pack = createPack(1);
    for (let at = 0; at < pageSize; at += 1) {
      setInPack(pack, at, { object: 'charge', id: `ch_${at}`, metadata: deep });
    }
    const [frame] = pack.frames;
    expect(pack.frames).to.have.length(1);
    expect(frame?.placed).to.deep.equal(['id']);
    expect(getFromPack(pack, 7)).to.have.property('metadata', deep);
  });

  it('returns payment intents and charges with all of their fields in their order', () => {
    const shop = openShop();
    for (const amount of [1000, 2000, 3000]) pay(shop, 'pm_card_visa', { amount });
    const { intents, charges } = shop.engine.snapshot().state;
    for (const { rows } of [intents, charges]) {
      const pack = createPack(1);
      for (const [at, one] of rows) setInPack(pack, at, one);
      expect(JSON.stringify(rows.map(([at]) => getFromPack(pack, at)))).to.equal(
        JSON.stringify(rows.map(([, one]) => one)),
      );
    }
  });

  it('keeps objects of many different shapes', () => {
    const pack = createPack(1);
    const rows = Array.from({ length: 40 }, (_, at) => ({ [`field_${at}`]: at }));
    for (const [at, one] of rows.entries()) setInPack(pack, at, one);
    expect(rows.map((_, at) => getFromPack(pack, at))).to.deep.equal(rows);
  });

  it('keeps an object that changes its shape again and again', () => {
    const pack = createPack(1);
    for (let i = 0; i < 200_000; i += 1) setInPack(pack, 0, i % 2 === 0 ? { a: i } : { b: i });
    expect(getFromPack(pack, 0)).to.deep.equal({ b: 199_999 });
  });
});
