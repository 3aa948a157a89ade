import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { LineItems, totalOf } from '../../../src/domain/objects/line-items.js';

const shirt = { name: 'T-shirt', amount: '19.99' };

describe('the lines of a checkout session', () => {
  it('have a price in whole units or in minor units, and one of each by default', () => {
    expect(
      LineItems.refine([
        { ...shirt, quantity: 2, description: 'Blue' },
        { name: 'Delivery', amount_minor: 395 },
      ]),
    ).to.deep.equal(
      E.right([
        { name: 'T-shirt', unit_amount: 1999, quantity: 2, description: 'Blue' },
        { name: 'Delivery', unit_amount: 395, quantity: 1 },
      ]),
    );
  });

  it('are priced in the currency of the session', () => {
    expect(
      LineItems.refine([{ name: 'Ramen', amount: '1000' }], { currency: 'jpy' }),
    ).to.deep.equal(E.right([{ name: 'Ramen', unit_amount: 1000, quantity: 1 }]));
    const decimals = LineItems.refine([{ name: 'Ramen', amount: '9.99' }], { currency: 'jpy' });
    expect(E.isLeft(decimals)).to.equal(true);
  });

  it('cost so many times the price of one', () => {
    const lines = LineItems.refine([{ ...shirt, quantity: 3 }, shirt]);
    expect(E.isRight(lines) && totalOf(lines.right)).to.equal(4 * 1999);
  });

  it('can be written again as they were read', () => {
    const lines = LineItems.refine([{ ...shirt, quantity: 3 }]);
    expect(E.isRight(lines) && LineItems.refine(LineItems.encode(lines.right))).to.deep.equal(
      lines,
    );
  });

  for (const [what, value] of [
    ['nothing', []],
    ['more than 100', Array.from({ length: 101 }, () => shirt)],
    ['something else', { ...shirt }],
    ['a text', [JSON.stringify(shirt)]],
  ] as const) {
    it(`are not ${what}`, () => {
      expect(LineItems.refine(value)).to.deep.equal(
        E.left({ _tag: 'NotA', expected: 'line-items' }),
      );
    });
  }

  it('are recognized once they are read', () => {
    const read = LineItems.refine([{ ...shirt, description: 'Blue' }, shirt]);
    expect(E.isRight(read) && LineItems.is(read.right)).to.equal(true);
    const line = { name: 'T-shirt', unit_amount: 1999, quantity: 1 };
    for (const other of [
      line,
      ['T-shirt'],
      [{ ...line, name: 1 }],
      [{ ...line, unit_amount: '19.99' }],
      [{ ...line, quantity: 0 }],
      [line, { ...line, description: null }],
    ]) {
      expect(LineItems.is(other), JSON.stringify(other)).to.equal(false);
    }
  });

  it('name the part that is wrong', () => {
    const path = (item: object): unknown => {
      const read = LineItems.refine([shirt, item]);
      return E.isLeft(read) && read.left._tag === 'Within' ? read.left.path : undefined;
    };
    expect([
      path({ name: ' ', amount: '1' }),
      path({ name: 'A' }),
      path({ name: 'A', amount: '0' }),
      path({ name: 'A', amount_minor: 1.5 }),
      path({ ...shirt, quantity: 0 }),
      path({ ...shirt, description: 1 }),
      path({ ...shirt, price: 'price_1' }),
    ]).to.deep.equal([
      '1.name',
      '1.amount',
      '1.amount',
      '1.amount_minor',
      '1.quantity',
      '1.description',
      '1.price',
    ]);
  });
});
