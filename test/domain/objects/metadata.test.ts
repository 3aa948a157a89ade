import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { MetadataChange, NewMetadata } from '../../../src/domain/objects/metadata.js';
import { seed } from '../../support/inputs/seed.js';

const notMetadata = E.left({ _tag: 'NotA', expected: 'metadata' });
const wrongKey = E.left({ _tag: 'NotA', expected: 'metadata-keys' });
const within = (path: string, refusal: object) => E.left({ _tag: 'Within', path, refusal });

const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']));

describe('metadata (decision P15)', () => {
  const taken: ReadonlyArray<{ readonly [key: string]: string }> = [
    {},
    { order: '42' },
    { 'pedido nº': '42', 'a.b': '<b>', __proto___: 'x', constructor: 'y' },
    { ['k'.repeat(40)]: 'v'.repeat(500) },
    { ['💳'.repeat(40)]: '💳'.repeat(500) },
    keys(49),
  ];
  for (const metadata of taken) {
    it(`accepts ${JSON.stringify(metadata).slice(0, 60)}`, () => {
      expect(NewMetadata.refine(metadata)).to.deep.equal(E.right(metadata));
      expect(MetadataChange.refine(metadata)).to.deep.equal(E.right(metadata));
    });
  }

  it('accepts the key __proto__ like any other key', () => {
    const metadata: unknown = JSON.parse('{"__proto__": "x"}');
    const refined = NewMetadata.refine(metadata);
    expect(E.isRight(refined) && Object.entries(refined.right)).to.deep.equal([['__proto__', 'x']]);
  });

  it('returns a copy that later changes of the given object do not affect', () => {
    const given: Record<string, string> = { order: '42' };
    const refined = NewMetadata.refine(given);
    given['order'] = '43';
    expect(refined).to.deep.equal(E.right({ order: '42' }));
  });

  for (const value of [
    undefined,
    null,
    '',
    'a',
    7,
    true,
    [],
    ['a'],
    new Map([['a', 'b']]),
    new Date(0),
  ]) {
    it(`refuses ${String(value)} (${typeof value}): it must be an object of strings`, () => {
      expect(NewMetadata.refine(value)).to.deep.equal(notMetadata);
      expect(MetadataChange.refine(value)).to.deep.equal(notMetadata);
    });
  }

  it('refuses more keys than the processor accepts, less the one of Pasarela', () => {
    expect(NewMetadata.refine(keys(50))).to.deep.equal(E.left({ _tag: 'TooMany', most: 49 }));
    expect(MetadataChange.refine(keys(50))).to.deep.equal(E.right(keys(50)));
    expect(MetadataChange.refine(keys(51))).to.deep.equal(E.left({ _tag: 'TooMany', most: 50 }));
  });

  for (const key of ['', 'a[0]', '[', ']', 'k'.repeat(41), '💳'.repeat(41)]) {
    it(`refuses the key ${JSON.stringify(key)}`, () => {
      expect(NewMetadata.refine({ [key]: 'v' })).to.deep.equal(wrongKey);
    });
  }

  for (const value of [1, 0, true, null, {}, ['a'], 'v'.repeat(501)]) {
    it(`refuses the value ${JSON.stringify(value).slice(0, 20)} (${typeof value})`, () => {
      expect(NewMetadata.refine({ order: value })).to.deep.equal(
        within('order', { _tag: 'NotA', expected: 'note' }),
      );
      expect(MetadataChange.refine({ order: value })).to.deep.equal(
        within('order', { _tag: 'NotA', expected: 'note-change' }),
      );
    });
  }

  it('accepts an empty string only in a change, where it removes its key', () => {
    expect(MetadataChange.refine({ order: '' })).to.deep.equal(E.right({ order: '' }));
    expect(NewMetadata.refine({ order: '' })).to.deep.equal(
      within('order', { _tag: 'NotA', expected: 'note' }),
    );
  });

  for (const value of ['mine', '', 7, null]) {
    it(`refuses pasarela_key as ${JSON.stringify(value)} (decision P14)`, () => {
      const reserved = within('pasarela_key', { _tag: 'Reserved' });
      expect(NewMetadata.refine({ pasarela_key: value })).to.deep.equal(reserved);
      expect(MetadataChange.refine({ order: '42', pasarela_key: value })).to.deep.equal(reserved);
    });
  }

  it('does not repeat a card number that was used as a key', () => {
    const number = ['4242', '4242', '4242', '4242'].join('');
    expect(NewMetadata.refine({ [number]: 1 })).to.deep.equal(
      within('[number]', { _tag: 'NotA', expected: 'note' }),
    );
  });

  it('decodes any value without an error, and only to strings', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const refined = NewMetadata.refine(value);
        if (E.isRight(refined)) {
          expect(Object.values(refined.right).every((note) => typeof note === 'string')).to.equal(
            true,
          );
        }
      }),
      { seed, numRuns: 2_000 },
    );
  });
});
