import { expect } from 'chai';
import * as fc from 'fast-check';
import { jsonMembers } from '../../../../src/adapters/inbound/http/json-body.js';
import { seed } from '../../../support/inputs/seed.js';

describe('jsonMembers', () => {
  it('reads the numbers of the top level as they are written', () => {
    const text =
      ' { "a" : 1.50 , "b":[2,{"a":3}],"c":"4,\\"x\\":5","d":-0,"e":1E+2 , "f":{"g":6}, "h":true}';
    expect([...jsonMembers(text).numbers]).to.deep.equal([
      ['a', '1.50'],
      ['d', '-0'],
      ['e', '1E+2'],
    ]);
  });

  it('finds repeated keys in any notation, and the last number of such a key', () => {
    const text = '{"a":1,"b":{"a":2},"\\u0061":3,"c":"a","c":1,"d":4,"d":"5"}';
    const { repeated, numbers } = jsonMembers(text);
    expect(repeated).to.deep.equal(['a', 'c', 'd']);
    expect([...numbers]).to.deep.equal([
      ['a', '3'],
      ['c', '1'],
    ]);
  });

  it('agrees with JSON.parse', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const text = JSON.stringify(value, null, 1);
        const parsed: object = JSON.parse(text);
        const { numbers, repeated } = jsonMembers(text);
        expect(repeated).to.deep.equal([]);
        expect([...numbers].map(([key, source]) => [key, Number(source)])).to.deep.equal(
          Object.entries(parsed).filter(([, one]) => typeof one === 'number'),
        );
      }),
      { seed, numRuns: 500 },
    );
  });

  it('ends on invalid JSON', () => {
    for (const text of ['', 'a=1&b="', '{"a', '{"a\\', '{"a":', '}}}{"a":1']) {
      expect(jsonMembers(text).repeated).to.deep.equal([]);
    }
  });
});
