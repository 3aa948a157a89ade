import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { RequestHeaders } from '../../../src/domain/input/request-headers.js';

const decode = (value: unknown) => RequestHeaders.refine(value);
const refused = E.left({ _tag: 'NotA', expected: 'headers' });

describe('the headers of a request', () => {
  for (const [written, headers] of [
    [{}, {}],
    [
      { 'X-Sign': 'a', host: 'shop' },
      { 'x-sign': 'a', host: 'shop' },
    ],
    [{ via: ['a', 'b'], absent: undefined }, { via: 'a, b' }],
    [{ 'X-Sign': 'a', 'x-sign': 'b' }, { 'x-sign': 'a, b' }],
    [new Headers({ 'X-Sign': 'a' }), { 'x-sign': 'a' }],
    [new Map([['X-Sign', 'a']]), { 'x-sign': 'a' }],
  ] as const) {
    it(`are ${JSON.stringify(headers)}`, () => {
      expect(decode(written)).to.deep.equal(E.right(headers));
      expect(RequestHeaders.is(headers)).to.equal(true);
    });
  }

  for (const wrong of [null, 'x-sign: a', 1, ['x-sign'], { 'x-sign': 1 }, { 'x-sign': null }]) {
    it(`are not ${JSON.stringify(wrong)}`, () => {
      expect(decode(wrong)).to.deep.equal(refused);
    });
  }

  it('take the name __proto__ as any other', () => {
    const headers: unknown = JSON.parse('{"__proto__": "a"}');
    expect(decode(headers)).to.deep.equal(E.right(headers));
  });
});
