import { expect } from 'chai';
import * as fc from 'fast-check';
import { createKeptTexts } from '../../../src/simulator/wire/kept-texts.js';
import { seed } from '../../support/inputs/seed.js';

const written = (body: object): string => `${JSON.stringify(body, null, 2)}\n`;

/** An object that counts how often it is written. */
const counted = (name: string) => {
  const count = { writes: 0 };
  const object = {
    toJSON: () => {
      count.writes += 1;
      return { name };
    },
  };
  return { count, object };
};

describe('kept texts', () => {
  it('are what JSON.stringify writes, of objects and of lists, also the second time', () => {
    const hash = fc.dictionary(fc.string(), fc.jsonValue());
    const list = fc.record({
      object: fc.constantFrom('list', '"data": []'),
      data: fc.oneof(fc.array(hash), fc.array(fc.jsonValue())),
      url: fc.string(),
    });
    const textOf = createKeptTexts(1000);
    fc.assert(
      fc.property(fc.oneof(hash, list), (body) => {
        expect(Buffer.from(textOf(body)).toString()).to.equal(written(body));
        expect(Buffer.from(textOf(body)).toString()).to.equal(written(body));
      }),
      { seed, numRuns: 500 },
    );
  });

  it('an object and an item of a list are written once', () => {
    const textOf = createKeptTexts(1000);
    const one = counted('one');
    const other = counted('other');
    for (const _ of [1, 2, 3]) {
      textOf(one.object);
      textOf({ object: 'list', data: [other.object] });
    }
    expect([one.count.writes, other.count.writes]).to.deep.equal([1, 1]);
  });

  it('a page is put together once, and anew when one of its fields or items is another', () => {
    const textOf = createKeptTexts(1000);
    const [one, other] = [{ id: 'one' }, { id: 'other' }];
    const page = { object: 'list', data: [one, other], has_more: false };
    const before = textOf(page);
    expect(textOf({ ...page, data: [one, other] })).to.equal(before);
    for (const changed of [
      { ...page, has_more: true },
      { ...page, total_count: 2 },
      { has_more: false, object: 'list', data: [one, other] },
      { ...page, data: [one] },
      { ...page, data: [one, { id: 'new' }] },
    ]) {
      expect(Buffer.from(textOf(changed)).toString()).to.equal(written(changed));
    }
  });

  it('those that were not read for long are dropped, those that were read stay', () => {
    const textOf = createKeptTexts(100);
    const read = counted('read');
    const unread = counted('unread');
    textOf(unread.object);
    for (let other = 0; other < 100; other += 1) {
      textOf(read.object);
      textOf({ other });
    }
    textOf(unread.object);
    expect([read.count.writes, unread.count.writes]).to.deep.equal([1, 2]);
  });
});
