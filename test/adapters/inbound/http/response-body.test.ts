import { expect } from 'chai';
import { api } from '../../../../src/adapters/inbound/http/api.js';
import { renderSuccess } from '../../../../src/adapters/inbound/http/render.js';
import { readBodyOf } from '../../../../src/adapters/inbound/http/response-body.js';

const { status, message } = api.listPayments;
const bodyOf = readBodyOf(api.listPayments);
const textOf = (data: unknown) => Buffer.from(bodyOf(data, 'es')).toString();

const frozen = Object.freeze({ id: 'pi_1', text: '"data":[]', none: undefined, at: [1, null] });
const inside = Object.freeze({ ...frozen, at: Object.freeze([1, null]) });

describe('readBodyOf', () => {
  for (const [what, data] of [
    ['an object', { id: 'pi_1', none: undefined }],
    ['a frozen object', inside],
    ['a list', { object: 'list', data: [frozen, inside, {}], has_more: false, url: '"data":[]' }],
    ['a list around a list', { none: undefined, odd: { data: [] }, data: [inside, inside] }],
    ['an empty list', { object: 'list', data: [], has_more: false, url: '/' }],
    ['an array', [inside, 1]],
    ['an object whose data are texts', { data: ['a', 'b'] }],
    ['a text', 'text'],
    ['null', null],
  ] as const) {
    it(`writes ${what} as JSON.stringify does, each time`, () => {
      const expected = JSON.stringify(renderSuccess(status, message, data).body);
      expect([textOf(data), textOf(data)]).to.deep.equal([expected, expected]);
    });
  }

  it('writes an object again that has changed', () => {
    const changing = { id: 'pi_1', amount: 1 };
    const before = textOf(changing);
    changing.amount = 2;
    expect(textOf(changing)).not.to.equal(before);
  });

  it('throws for what JSON cannot represent', () => {
    expect(() => textOf(Object.freeze({ id: 'pi_1', amount: 1n }))).to.throw(TypeError);
  });
});
