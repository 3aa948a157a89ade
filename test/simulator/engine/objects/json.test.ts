import { expect } from 'chai';
import * as fc from 'fast-check';
import { changedFields, type JsonObject } from '../../../../src/simulator/engine/objects/json.js';
import { seed } from '../../../support/inputs/seed.js';

const rows: ReadonlyArray<readonly [string, JsonObject, JsonObject, JsonObject]> = [
  ['nothing', { a: 1, b: [1] }, { a: 1, b: [1] }, {}],
  ['a value', { a: 1, b: 2 }, { a: 3, b: 2 }, { a: 1 }],
  ['a value that came', { a: 1 }, { a: 1, b: 2 }, { b: null }],
  ['a value that went', { a: 1, b: 2 }, { a: 1 }, { b: 2 }],
  ['a value in an object', { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, { a: { c: 2 } }],
  ['a note that came', { metadata: {} }, { metadata: { a: '1' } }, { metadata: { a: null } }],
  ['an object that went', { a: { b: 1 } }, { a: null }, { a: { b: 1 } }],
  ['a list, as a whole', { a: [1, 2] }, { a: [1, 3] }, { a: [1, 2] }],
  ['fields in another order', { a: 1, b: 2, c: 3 }, { c: 3, b: 4, a: 1 }, { b: 2 }],
  [
    'a field named like a part of objects',
    JSON.parse('{"__proto__":1}'),
    {},
    JSON.parse('{"__proto__":1}'),
  ],
  ['objects in a list, as a whole', { a: [{ b: 1 }] }, { a: [{ b: 2 }] }, { a: [{ b: 1 }] }],
];

const value = fc.letrec((tie) => ({
  any: fc.oneof({ depthSize: 'small' }, fc.integer(), fc.string(), tie('list'), tie('object')),
  list: fc.array(tie('any'), { maxLength: 3 }),
  object: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('any'), { noNullPrototype: true }),
}));
const object = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), value.any, {
  noNullPrototype: true,
});

const isObject = (given: unknown): given is JsonObject =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

/** Restores the previous version from the changed fields; `null` stands for an absent field. */
const undone = (after: JsonObject, changed: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries({ ...after, ...changed }).flatMap(([field, was]) => {
      if (!Object.hasOwn(changed, field)) return [[field, was]];
      if (was === null) return [];
      const is = after[field];
      return [[field, isObject(was) && isObject(is) ? undone(is, was) : was]];
    }),
  );

describe('changedFields', () => {
  for (const [title, before, after, expected] of rows) {
    it(`contains only the changed fields: ${title}`, () => {
      expect(changedFields(before, after)).to.deep.equal(expected);
    });
  }

  it('restores the previous version, and is empty without a change', () => {
    fc.assert(
      fc.property(object, object, (before, after) => {
        expect(undone(after, changedFields(before, after))).to.deep.equal(before);
        expect(changedFields(before, structuredClone(before))).to.deep.equal({});
      }),
      { seed, numRuns: 500 },
    );
  });
});
